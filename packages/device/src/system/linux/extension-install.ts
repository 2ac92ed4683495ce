import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { BrowserExtension, Running } from '../ports/programs.ts';
import type { Account } from './accounts.ts';

const run = promisify(execFile);

/** Names the extension that is in a browser's data folder, with its rules made ready. */
const MARK = 'berth-extension';
/** A slow machine with long lists. */
const INSTALL_MS = 60_000;

export interface ExtensionInstall {
  readonly extension: BrowserExtension;
  /** The browser's data folder, and whose it is. */
  readonly folder: string;
  readonly account: Account | null;
  /** Where a folder with nothing but the extension is kept: what sessions cannot write. */
  readonly templates: string;
  /** Starts a headless browser on this folder. */
  readonly start: (page: string) => Running;
}

/**
 * Has an extension in a browser's folder before the browser is seen: Chromium installs what a policy asks for only after
 * its first page. A folder without anything yet gets a copy of one that a browser was through before.
 */
export async function installExtension({
  extension,
  folder,
  account,
  templates,
  start,
}: ExtensionInstall): Promise<void> {
  const mark = join(folder, MARK);
  if ((await readFile(mark, 'utf8').catch(() => '')) === extension.id) return;
  const template = join(templates, extension.id);
  const isNew = !(await exists(join(folder, 'Local State')));
  if (isNew && (await exists(template))) {
    await run('cp', ['-a', `${template}/.`, folder]);
    if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
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
  await writeFile(mark, extension.id);
  if (isNew) await keep(folder, template);
}

// Only the newest: lists change each day.
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
