import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Files that are too large for the database, by a key such as "folder/id". */
export interface FileStore {
  /** Stores a stream; stores nothing if it breaks off. Resolves with its size once it is on disk. */
  put(key: string, content: Readable): Promise<number>;
  has(key: string): Promise<boolean>;
  /** Undefined if the file does not exist. */
  read(key: string): Promise<Readable | undefined>;
  delete(key: string): Promise<void>;
  /** Removes files older than this, and incomplete ones. */
  forget(olderThanMs: number): Promise<void>;
}

/** Files in a local folder. Keys consist of letters, digits, dashes and slashes. */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!/^[\w-]+(?:\/[\w-]+)*$/.test(key)) throw new Error(`not a key: ${key}`);
    return join(folder, key);
  };
  return {
    async put(key, content) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const unfinished = `${path}.${randomUUID()}.part`;
      try {
        // `flush` waits until the bytes are on disk before the stream ends.
        await pipeline(content, createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }));
        const { size } = await stat(unfinished);
        await rename(unfinished, path);
        return size;
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async has(key) {
      return (await stat(pathOf(key)).catch(() => undefined))?.isFile() === true;
    },
    async read(key) {
      const path = pathOf(key);
      const there = await stat(path).catch(() => undefined);
      return there?.isFile() ? createReadStream(path) : undefined;
    },
    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
    async forget(olderThanMs) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      for (const entry of entries.filter((each) => each.isFile())) {
        const path = join(entry.parentPath, entry.name);
        const changed = (await stat(path).catch(() => undefined))?.mtimeMs;
        if (changed !== undefined && changed < Date.now() - olderThanMs) await rm(path, { force: true });
      }
    },
  };
}
