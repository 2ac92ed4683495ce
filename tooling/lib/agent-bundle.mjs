import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from './paths.mjs';

/** The agent's files that speak to the X server. */
const X_CLIENTS = join(root, 'packages/device/src/system/linux');

/** The X extensions that every client of the library requests, and those that the agent requests. */
function usedExtensions() {
  const files = readdirSync(X_CLIENTS).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const sources = files.map((file) => readFileSync(join(X_CLIENTS, file), 'utf8'));
  const requested = sources.flatMap((source) => [...source.matchAll(/#client\.require\('([\w-]+)'/g)]);
  return ['big-requests', 'ge', ...requested.map(([, name]) => name)];
}

/** Library code that the agent never reaches, a third of its size: the files, and their replacement. */
const LEFT_OUT = [
  {
    // An X server, a table of keys, and the other extensions.
    files: new RegExp(
      String.raw`/x11/lib/(?:xserver/index|keysyms|gcfunction|ext/(?!(?:${usedExtensions().join('|')})\.js)[\w-]+)\.js$`,
    ),
    instead: "throw new Error('This part of x11 is not in the agent: see agent-bundle.mjs.');",
  },
  {
    // Introspection of D-Bus objects: the agent neither reads nor offers it.
    files: /\/xml2js\/lib\/xml2js\.js$/,
    instead: "exports.Builder = class { buildObject() { return '<node/>'; } };",
  },
];

/**
 * Bundles the agent as machines run it: one file, and chunks next to it that load on first use. Strips comments and
 * whitespace, which Node would keep in memory; keeps names, so that stacks in the log are readable.
 * @param {string} file Ends in `.mjs`. The chunks' names start with the same name.
 */
export async function bundleAgent(file) {
  // On a fresh clone it has only been installed now.
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
 * Node stores an ASCII-only program in half the memory.
 * @param {string} program
 */
function inAscii(program) {
  return program.replaceAll(/[^ -~\n\r\t]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
