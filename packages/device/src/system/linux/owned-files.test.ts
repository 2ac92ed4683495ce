import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { prepareBrowserFolder } from './chromium.ts';
import { installExtension } from './extension-install.ts';
import { readOwnedFile, writeOwnedFile } from './owned-files.ts';

const SECRET = '{"secret":true}';
/** As root, a session's user; otherwise this one. */
const ACCOUNT =
  process.getuid?.() === 0
    ? { uid: 61_802, gid: 61_802 }
    : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** A session's folder, and a file and a folder of the machine that it must not reach. */
async function session() {
  const base = await testFolder();
  const [folder, machine] = [join(base, 'browser'), join(base, 'machine')];
  for (const each of [folder, machine]) await mkdir(each);
  const file = join(machine, 'state.json');
  await writeFile(file, SECRET, { mode: 0o600 });
  const owners = async () => [(await stat(machine)).uid, (await stat(file)).uid];
  const before = await owners();
  const expectUntouched = async () => {
    expect(await readFile(file, 'utf8')).toBe(SECRET);
    expect(await readdir(machine)).toEqual(['state.json']);
    expect(await owners()).toEqual(before);
  };
  return { folder, machine, file, expectUntouched };
}

const LAUNCH = { kind: 'app', caretBrowsing: true } as const;

test('a link in place of the preferences leads neither text nor ownership to another file', async () => {
  const { folder, file, expectUntouched } = await session();
  const preferences = join(folder, 'Default', 'Preferences');
  await mkdir(join(folder, 'Default'));
  await symlink(file, preferences);
  await prepareBrowserFolder(folder, LAUNCH, ACCOUNT);
  await expectUntouched();
  expect((await lstat(preferences)).uid).toBe(ACCOUNT.uid);
  expect(JSON.parse(await readFile(preferences, 'utf8'))).toEqual({
    browser: { custom_chrome_frame: false },
    settings: { a11y: { caretbrowsing: { enabled: true } } },
  });
});

test('a link in place of the folder above is replaced by a folder', async () => {
  const { folder, machine, expectUntouched } = await session();
  await symlink(machine, join(folder, 'Default'));
  await prepareBrowserFolder(folder, LAUNCH, ACCOUNT);
  await expectUntouched();
  expect((await lstat(join(folder, 'Default'))).uid).toBe(ACCOUNT.uid);
  expect(await readdir(join(folder, 'Default'))).toEqual(['Preferences']);
});

test('what a browser wrote itself is kept', async () => {
  const { folder } = await session();
  await mkdir(join(folder, 'Default'));
  await writeFile(join(folder, 'Default', 'Preferences'), '{"browser":{"theme":1}}');
  await prepareBrowserFolder(folder, LAUNCH, ACCOUNT);
  expect(await readOwnedFile(folder, 'Default/Preferences')).toContain('"theme":1');
});

test('a pipe does not keep the agent waiting', async () => {
  const { folder } = await session();
  execFileSync('mkfifo', [join(folder, 'mark')]);
  expect(await readOwnedFile(folder, 'mark')).toBeNull();
  await writeOwnedFile(folder, 'mark', 'new', ACCOUNT);
  expect(await readOwnedFile(folder, 'mark')).toBe('new');
});

test.each([
  ['the mark of an installed extension', 'berth-extension', true],
  ['a file of the template', 'Local State', false],
])('links in place of %s lead to no other file', async (_what, name, hasState) => {
  const { folder, file, machine, expectUntouched } = await session();
  const templates = join(folder, '..', 'templates');
  const id = 'a'.repeat(32);
  if (hasState) await writeFile(join(folder, 'Local State'), '{}');
  else {
    await mkdir(join(templates, id), { recursive: true });
    await writeFile(join(templates, id, name), '{}');
    await writeFile(join(templates, id, 'berth-extension'), id);
  }
  await symlink(hasState ? file : join(machine, 'new'), join(folder, name));
  await installExtension({
    extension: {
      id,
      updateUrl: '',
      ownPage: '',
      isRequired: true,
      startPage: (url) => url,
      installation: () => ({ page: '', done: Promise.resolve() }),
    },
    folder,
    account: ACCOUNT,
    templates,
    start: () => ({ pid: 1, exited: new Promise(() => {}), stop: async () => {} }),
  });
  await expectUntouched();
  expect(await readOwnedFile(folder, 'berth-extension')).toBe(id);
  expect((await stat(folder)).isDirectory()).toBe(true);
});
