import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, isAbsolute } from 'node:path';
import { type Readable, Writable } from 'node:stream';

/** A file to be read; rejects for a folder, a device or a pipe. */
export async function readFile(path: string): Promise<{ name: string; size: number; file: Readable }> {
  const found = await stat(absolute(path));
  if (!found.isFile()) throw new Error(`${path} is not a file.`);
  // No more than was announced, also when the file grows meanwhile.
  const { size } = found;
  const file = size === 0 ? createReadStream('/dev/null') : createReadStream(path, { end: size - 1 });
  return { name: basename(path), size, file };
}

/** A file to be written beside its place and moved there when it is whole; what is not ended leaves nothing. */
export async function writeFile(path: string): Promise<{ path: string; file: Writable }> {
  const target = absolute(path);
  const existing = await stat(target).catch(() => null);
  if (existing && !existing.isFile()) throw new Error(`${path} is not a file.`);
  const part = `${target}.part`;
  const out = createWriteStream(part, { mode: existing?.mode ?? 0o600 });
  await new Promise<void>((resolve, reject) => {
    out.once('open', () => resolve());
    out.once('error', reject);
  });
  const file = new Writable({
    write: (bytes, _encoding, done) => void out.write(bytes, done),
    final: (done) => {
      out.end(() => {
        rename(part, target).then(() => done(), done);
      });
    },
    destroy: (error, done) => {
      if (file.writableFinished) return done(error);
      out.destroy();
      rm(part, { force: true }).then(() => done(error), done);
    },
  });
  return { path: target, file };
}

function absolute(path: string): string {
  if (!isAbsolute(path) || path.endsWith('/')) throw new Error(`${path} is not the whole path of a file.`);
  return path;
}
