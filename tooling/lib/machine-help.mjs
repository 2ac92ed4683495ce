import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const SOURCE = 'packages/device/src/main/options.ts';

/** The agent's --help text, read from its source: it needs no installation. */
export function machineHelp() {
  const [, text] = /^export const USAGE = `([^`$]+)`;$/m.exec(readFileSync(join(root, SOURCE), 'utf8')) ?? [];
  if (text === undefined) throw new Error(`${SOURCE} has no plain text named USAGE.`);
  return text;
}
