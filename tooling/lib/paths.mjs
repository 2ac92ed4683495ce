import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Folder of the programs that npm installs, including the pinned Node. */
export const binaries = join(root, 'node_modules', '.bin');

/** The Node that Berth pins; everything except the preparation runs on it, not on the computer's own Node. */
export const node = join(binaries, 'node');

/** The environment for child processes, with our own programs first in PATH. @returns {NodeJS.ProcessEnv} */
export function environment() {
  return { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` };
}
