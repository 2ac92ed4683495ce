import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const SOURCE = 'packages/device/src/main/options.ts';

/** The agent's --help text, taken from its source, so that nothing has to be installed. */
export function machineHelp() {
  const [, text] = /^export const USAGE = `([^`$]+)`;$/m.exec(readFileSync(join(root, SOURCE), 'utf8')) ?? [];
  if (text === undefined) throw new Error(`${SOURCE} has no plain text named USAGE.`);
  return text;
}
