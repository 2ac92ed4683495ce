import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const SOURCE = 'packages/device/src/main/options.ts';

/** What the agent prints for --help, taken from its source: nothing has to be installed to read it. */
export function machineHelp() {
  const [, text] = /^export const USAGE = `([^`$]+)`;$/m.exec(readFileSync(join(root, SOURCE), 'utf8')) ?? [];
  if (text === undefined) throw new Error(`${SOURCE} has no plain text named USAGE.`);
  return text;
}
