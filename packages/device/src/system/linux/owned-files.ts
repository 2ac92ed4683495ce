import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Account } from './accounts.ts';

/**
 * Files that the agent reads and writes, as root, in folders of unprivileged accounts. A program of such an account, for
 * example a compromised browser, can replace any name in its folder by a link to another file of the machine, even
 * between two calls. So each folder is opened without following links, and reached by its descriptor.
 */

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Larger than any file that is read here. */
const BYTES_MAX = 16 << 20;

/** The text of a file below `folder`; null if it is missing, too large, or not a regular file. */
export async function readOwnedFile(folder: string, name: string): Promise<string | null> {
  try {
    return await within(folder, dirname(name), null, async (path) => {
      // A pipe must not keep the agent waiting.
      const file = await open(`${path}/${basename(name)}`, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        const { size } = await isRegular(file);
        return size > BYTES_MAX ? null : await file.readFile('utf8');
      } finally {
        await file.close();
      }
    });
  } catch {
    return null;
  }
}

/**
 * Replaces a file below `folder`. It and the folders above it, which are created if missing, then belong to the account;
 * null: to the agent.
 */
export async function writeOwnedFile(
  folder: string,
  name: string,
  text: string,
  account: Account | null,
): Promise<void> {
  await within(folder, dirname(name), { account }, async (path) => {
    const next = `${path}/.${randomUUID()}`;
    const file = await open(next, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      await file.writeFile(text);
      if (account) await file.chown(account.uid, account.gid);
      // A link of this name is replaced, and not followed.
      await rename(next, `${path}/${basename(name)}`);
    } catch (error) {
      await rm(next, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  });
}

/** Calls `work` with a path by which the folder `below` stays reachable, whatever its names become. */
async function within<Result>(
  folder: string,
  below: string,
  making: { readonly account: Account | null } | null,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  const opened = [await openFolder(folder)];
  const path = () => `/proc/self/fd/${opened.at(-1)?.fd}`;
  try {
    for (const name of below.split('/').filter((each) => each !== '.')) {
      opened.push(await (making ? makeFolder(`${path()}/${name}`, making.account) : openFolder(`${path()}/${name}`)));
    }
    return await work(path());
  } finally {
    for (const each of opened) await each.close();
  }
}

function openFolder(path: string): Promise<FileHandle> {
  return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
}

async function makeFolder(path: string, account: Account | null): Promise<FileHandle> {
  const make = () =>
    mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  await make();
  const folder = await openFolder(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR' && error.code !== 'ELOOP') throw error;
    // Removes a link or a file, and no folder.
    await rm(path);
    await make();
    return openFolder(path);
  });
  if (account) await folder.chown(account.uid, account.gid);
  return folder;
}

async function isRegular(file: FileHandle) {
  const found = await file.stat();
  if (!found.isFile()) throw new Error('It is not a file.');
  return found;
}
