import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserExtension, Running } from '../ports/programs.ts';
import type { Account } from './accounts.ts';
import { readOwnedFile, writeOwnedFile } from './owned-files.ts';

const run = promisify(execFile);

/** File in a data folder with the ID of its installed extension, whose rules are indexed. */
const MARK = 'berth-extension';
/** Enough for long filter lists on a slow machine. */
const INSTALL_MS = 60_000;

export interface ExtensionInstall {
  readonly extension: BrowserExtension;
  /** The browser's data folder, and its owner. */
  readonly folder: string;
  readonly account: Account | null;
  /** Folder of templates: data folders with nothing but the extension, which sessions cannot write. */
  readonly templates: string;
  /** Starts a headless browser on this data folder. */
  readonly start: (page: string) => Running;
}

/**
 * Installs an extension into a browser's data folder before the browser opens: Chromium installs extensions of policies
 * only after the first page. An empty folder gets a copy of the template, if there is one.
 */
export async function installExtension({
  extension,
  folder,
  account,
  templates,
  start,
}: ExtensionInstall): Promise<void> {
  if ((await readOwnedFile(folder, MARK)) === extension.id) return;
  const template = join(templates, extension.id);
  const isNew = !(await exists(join(folder, 'Local State')));
  if (isNew && (await exists(template))) {
    await replace(folder, template, account);
    return;
  }
  const { page, done } = extension.installation();
  const browser = start(page);
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('The browser did not install its rules in time.')), INSTALL_MS).unref();
  });
  const ended = browser.exited.then(() => {
    throw new Error('The browser ended while it installed its rules.');
  });
  try {
    await Promise.race([done, late, ended]);
  } finally {
    await browser.stop();
  }
  await writeOwnedFile(folder, MARK, extension.id, null);
  if (isNew) await keep(folder, template);
}

// Copied beside it: in the folder itself, links of its account would lead the copy to other files.
async function replace(folder: string, template: string, account: Account | null): Promise<void> {
  const [next, before] = [`${folder}.next`, `${folder}.before`];
  for (const path of [next, before]) await rm(path, { recursive: true, force: true });
  await run('cp', ['-a', template, next]);
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, next]);
  await rename(folder, before);
  await rename(next, folder);
  await rm(before, { recursive: true, force: true });
}

// Keep only the newest: lists change daily.
async function keep(folder: string, template: string): Promise<void> {
  await rm(dirname(template), { recursive: true, force: true });
  await mkdir(dirname(template), { recursive: true, mode: 0o700 });
  await run('cp', ['-a', folder, `${template}.part`]);
  await run('chown', ['-R', '0:0', `${template}.part`]);
  await rename(`${template}.part`, template);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
