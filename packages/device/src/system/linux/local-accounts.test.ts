import { execFileSync } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { linuxLocalAccounts } from './local-accounts.ts';

const BUILD = fileURLToPath(new URL('../../../native/build.sh', import.meta.url));
const UNIX = 'auth required pam_unix.so\naccount required pam_unix.so\n';

/** The real PAM with a service of the test, and the helper as built for the package. */
async function pam(service: string, wrap: (helper: string, folder: string) => Promise<string> = async (same) => same) {
  const folder = await testFolder();
  const helper = join(folder, 'pam-login');
  execFileSync(BUILD, [helper]);
  const services = join(folder, 'pam.d');
  await mkdir(services);
  await writeFile(join(services, 'berth'), service);
  return linuxLocalAccounts({ helper: await wrap(helper, folder), folder: services });
}

/** A helper that sees the test's users instead of the computer's. */
async function withUsers(helper: string, folder: string): Promise<string> {
  const hash = execFileSync('openssl', ['passwd', '-6', '-stdin'], { input: 'pass word;"$x' }).toString().trim();
  const passwd = join(folder, 'passwd');
  const shadow = join(folder, 'shadow');
  const user = (name: string, uid: number) => `${name}:x:${uid}:${uid}::/nonexistent:/bin/sh\n`;
  await writeFile(passwd, `root:x:0:0::/root:/bin/sh\n${user('grace', 61_701)}${user('gone', 61_702)}`);
  await writeFile(shadow, `root:*:1::::::\ngrace:${hash}:19000::::::\ngone:${hash}:19000:::::19001:\n`);
  const script = join(folder, 'with-users');
  await writeFile(
    script,
    `#!/bin/sh
exec unshare --mount sh -c 'mount --bind ${passwd} /etc/passwd && mount --bind ${shadow} /etc/shadow && exec ${helper} "$@"' sh "$@"
`,
  );
  await chmod(script, 0o755);
  return script;
}

test('local accounts log in with their password', async () => {
  const accounts = await pam(UNIX, withUsers);
  expect(accounts.available).toBe(true);
  expect(await accounts.check('grace', 'pass word;"$x')).toBe(true);
  expect(await accounts.check('grace', 'pass word')).toBe(false);
  expect(await accounts.check('grace', '')).toBe(false);
  expect(await accounts.check('nobody-at-all', 'pass word;"$x')).toBe(false);
});

test('an expired account does not log in', async () => {
  const accounts = await pam(UNIX, withUsers);
  expect(await accounts.check('gone', 'pass word;"$x')).toBe(false);
});

test('a PAM failure does not count as a wrong password', async () => {
  const accounts = await pam('auth required /nowhere/pam_missing.so\n');
  await expect(accounts.check('grace', 'x')).rejects.toThrow();
});

test('offers no local accounts without the helper', () => {
  expect(linuxLocalAccounts({ helper: '' }).available).toBe(false);
});
