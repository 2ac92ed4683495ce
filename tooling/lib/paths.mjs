import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** Folder of the programs that npm installs, our own Node among them. */
export const binaries = join(root, 'node_modules', '.bin');

/** The Node that Berth pins; everything but the preparation runs on it, whatever the computer has. */
export const node = join(binaries, 'node');

/**
 * The environment for child processes: our own programs are found first.
 * @returns {NodeJS.ProcessEnv}
 */
export function environment() {
  return { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH ?? ''}` };
}
