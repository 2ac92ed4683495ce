import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './paths.mjs';

/** Parts of libraries that nothing of the agent's reaches, a third of its text: what they are, and what stands there instead. */
const LEFT_OUT = [
  {
    // An X server, a table of keys, and extensions but the three that a client asks for.
    files: /\/x11\/lib\/(?:xserver\/index|keysyms|gcfunction|ext\/(?!big-requests|ge|screen-saver)[\w-]+)\.js$/,
    instead: "throw new Error('This part of x11 is not in the agent: see agent-bundle.mjs.');",
  },
  {
    // Descriptions of objects on D-Bus: we read none, and offer no object.
    files: /\/xml2js\/lib\/xml2js\.js$/,
    instead: "exports.Builder = class { buildObject() { return '<node/>'; } };",
  },
];

/**
 * Writes the agent as machines run it: the file and, beside it, parts of it that are read when they are first needed.
 * Without comments and blanks, which Node would keep in memory; names stay, so that the log's stacks can be read.
 * @param {string} file Ends in `.mjs`. The parts' names begin as its own does.
 */
export async function bundleAgent(file) {
  // Installed only now, on a fresh clone.
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(root, 'packages/device/src/main.ts'),
    platform: 'node',
    logLevel: 'silent',
    plugins: [{ name: 'left-out', load: (id) => LEFT_OUT.find(({ files }) => files.test(id))?.instead }],
  });
  const folder = dirname(file);
  const name = basename(file, '.mjs');
  const names = { entryFileNames: `${name}.mjs`, chunkFileNames: `${name}-[name].mjs` };
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  await bundle.write({ dir: folder, ...names, format: 'esm', minify });
  for (const part of readdirSync(folder).filter((each) => each.startsWith(name) && each.endsWith('.mjs')))
    writeFileSync(join(folder, part), inAscii(readFileSync(join(folder, part), 'utf8')));
}

/**
 * Node keeps a program of nothing but ASCII in half the memory.
 * @param {string} program
 */
function inAscii(program) {
  return program.replaceAll(/[^ -~\n\r\t]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
