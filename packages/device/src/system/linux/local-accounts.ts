import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LocalAccounts } from '../ports/machine.ts';
import { startProgram } from './programs.ts';
import { environment } from './x-server.ts';

export interface PamOptions {
  /** The compiled native/pam-login.c. */
  readonly helper: string;
  /** Replaces /etc/pam.d, for tests. */
  readonly folder?: string;
}

/** Paths of the helper: in the package, and after native/build.sh. */
const HELPERS = ['/usr/lib/berth/pam-login', fileURLToPath(new URL('../../../native/pam-login', import.meta.url))];
/** The service file /etc/pam.d/berth of the package; see deploy/. */
const SERVICE = 'berth';

const CHECKED = new Map([
  [0, true],
  [1, false],
]);

/** The machine's users through PAM. Name and password go to the helper's standard input, never to its arguments. */
export function linuxLocalAccounts({ helper, folder }: PamOptions = { helper: foundHelper() }): LocalAccounts {
  return {
    available: existsSync(helper),
    check: async (user, password) => {
      if (user.includes('\0') || password.includes('\0')) return false;
      const lines: string[] = [];
      const { exited } = startProgram({
        program: helper,
        args: folder ? [SERVICE, folder] : [SERVICE],
        env: environment(),
        account: null,
        input: `${user}\0${password}\0`,
        onLine: (line) => lines.push(line),
      });
      const { code } = await exited;
      const checked = code === null ? undefined : CHECKED.get(code);
      if (checked === undefined) throw new Error(lines.at(-1) ?? 'PAM is not there.');
      return checked;
    },
    isAdministrator,
  };
}

/** Groups whose members can become root with their own password, on Debian and other systems. */
const ADMINISTRATORS: ReadonlySet<string> = new Set(['root', 'sudo', 'wheel', 'admin']);

async function isAdministrator(user: string): Promise<boolean> {
  if (user.startsWith('-')) return false;
  try {
    const { stdout } = await promisify(execFile)('id', ['-Gn', '--', user]);
    return stdout.split(/\s+/).some((group) => ADMINISTRATORS.has(group));
  } catch {
    return false;
  }
}

function foundHelper(): string {
  return HELPERS.find((path) => existsSync(path)) ?? '';
}
