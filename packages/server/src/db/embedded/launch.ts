import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { StartError } from '../../platform/start-error.ts';
import { type Account, canReach } from './account.ts';
import type { Binaries } from './binaries.ts';

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'];

/** How the database's programs are started. */
export interface Launcher {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  /** Further paths that the account must be able to enter. */
  readonly paths: readonly string[];
  /** Ends the program whenever this process ends, so that tests leave nothing behind. */
  readonly diesWithUs: boolean;
}

/**
 * Starts a database program in a separate process group, so that Ctrl-C in the terminal reaches only this process and
 * the database ends after its last transaction. `log` is a file descriptor for its output.
 */
export function launch(
  launcher: Launcher,
  program: string,
  args: readonly string[],
  log: number | 'pipe',
): ChildProcess {
  const { account, binaries } = launcher;
  const wrapper = wrapperFor(launcher);
  const [command = program, ...rest] = [...wrapper, program, ...args];
  const direct = wrapper.length === 0 && account ? { uid: account.uid, gid: account.gid } : {};
  return spawn(command, rest, {
    ...direct,
    // The account may have no access to our working directory.
    cwd: '/',
    // Without our environment, which may contain credentials.
    env: { LD_LIBRARY_PATH: binaries.libraryPath, PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    detached: true,
    stdio: ['ignore', log, log],
  });
}

/**
 * The database's account cannot enter root's home, where a repository may be. Changing its mode is not our decision,
 * and a copy elsewhere would surprise. The account gets the single capability to enter folders and read files there.
 */
function wrapperFor({ account, binaries, paths, diesWithUs }: Launcher): string[] {
  const setpriv = SETPRIV.find((path) => existsSync(path));
  const flags: string[] = [];
  const closed = account && [binaries.postgres, ...paths].find((path) => !canReach(account, path));
  if (account && closed !== undefined) {
    if (!setpriv) throw unreachable(account, closed);
    flags.push('--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search');
  }
  if (diesWithUs && setpriv) flags.push('--pdeathsig=INT');
  if (!setpriv || flags.length === 0) return [];
  const user = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : [];
  return [setpriv, ...user, ...flags, '--'];
}

function unreachable(account: Account, path: string): StartError {
  return new StartError(
    `PostgreSQL does not run as root, and the user it would run as (${account.name}) cannot enter ${path}.`,
    'Move Berth to a folder that others may enter, such as /opt/berth, install setpriv (util-linux), or start Berth as an ordinary user.',
  );
}

const BYTES_MAX = 5 * 1024 * 1024;
const LINES_SHOWN = 12;

/** The database server's log file, which outlives this process if it is killed. */
interface ServerLog {
  readonly descriptor: number;
  /** Current end of the log. */
  position(): number;
  /** The last lines since a position, for messages about why the server ended. */
  since(position: number): string;
  close(): void;
}

/** Opens the log. A large one is kept beside it once. */
export function openServerLog(file: string): ServerLog {
  if (existsSync(file) && statSync(file).size > BYTES_MAX) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  return {
    descriptor,
    position: () => fstatSync(descriptor).size,
    since: (position) => {
      const text = readFileSync(file).subarray(position).toString('utf8');
      return text.trimEnd().split('\n').slice(-LINES_SHOWN).join('\n');
    },
    close: () => closeSync(descriptor),
  };
}
