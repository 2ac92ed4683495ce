import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FILES } from '@berth/contract/as-code/files';
import { CliError } from '../errors.ts';
import { compare } from './names.ts';
import type { RenderedFiles } from './render.ts';

/** Names in a folder, in order; none if it does not exist. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted(compare);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new CliError(`Cannot read ${folder}: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Writes files below a folder, all or, where it cannot be written, an error. */
export function writeFiles(folder: string, files: RenderedFiles): void {
  try {
    for (const [path, content] of files) {
      const target = join(folder, path);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    }
  } catch (error) {
    throw new CliError(`Cannot write to ${folder}: ${error instanceof Error ? error.message : error}.`);
  }
}

/** Files of objects that an export did not write again: they are no longer on the server, or have another name. */
export function leftOver(folder: string, files: RenderedFiles): string[] {
  return [FILES.profile.path, FILES.layer.path]
    .flatMap((part) => namesIn(join(folder, part)).map((name) => `${part}/${name}`))
    .filter((path) => /\.ya?ml$/.test(path) && !files.has(path));
}
