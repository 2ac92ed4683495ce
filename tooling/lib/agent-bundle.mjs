import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Writes the agent as the one file that machines run. Without comments and blanks, which Node would keep in memory; names
 * stay, so that the log's stacks can be read.
 * @param {string} file
 */
export async function bundleAgent(file) {
  // Installed only now, on a fresh clone.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(root, 'packages/device/src/main.ts'),
    platform: 'node',
    logLevel: 'silent',
  });
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  await bundle.write({ file, format: 'esm', codeSplitting: false, minify });
  writeFileSync(file, inAscii(readFileSync(file, 'utf8')));
}

/**
 * Node keeps a program of nothing but ASCII in half the memory.
 * @param {string} program
 */
function inAscii(program) {
  return program.replaceAll(/[^ -~\n\r\t]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
