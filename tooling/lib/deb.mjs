import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Failure } from './failure.mjs';
import { licensesOf } from './licenses.mjs';
import { node, root } from './paths.mjs';
import { run } from './run.mjs';
import { billOfMaterials } from './sbom.mjs';

/** Debian's architecture names for the pinned Node. */
const ARCHITECTURES = { x64: 'amd64', arm64: 'arm64' };

/** @param {string} [arch] as Node says it. */
export function debianArchitecture(arch = process.arch) {
  if (arch === 'x64' || arch === 'arm64') return ARCHITECTURES[arch];
  throw new Failure(`unsupported architecture ${arch}: only amd64 and arm64 packages can be built.`);
}

/**
 * Builds a package from a folder of files and one of control files, in which names between at signs are replaced.
 * Reproducible: every timestamp is `epoch`, every owner root, every mode one of two.
 * @param {{ files: string, control: string, values: Record<string, string>, epoch: number, out: string }} options
 *   epoch in seconds; out: the package's path.
 */
export async function buildDeb({ files, control, values, epoch, out }) {
  const debian = join(files, 'DEBIAN');
  mkdirSync(debian, { recursive: true });
  const all = walk(files).filter((path) => !path.startsWith('DEBIAN'));
  const bytes = all.reduce((sum, path) => sum + lstatSync(join(files, path)).size, 0);
  const filled = { ...values, SIZE: String(Math.ceil(bytes / 1024)) };
  for (const name of readdirSync(control)) {
    const text = readFileSync(join(control, name), 'utf8');
    const executable = text.startsWith('#!');
    writeFileSync(join(debian, name), fill(text, filled), { mode: executable ? 0o755 : 0o644 });
  }
  const sums = all.filter((path) => lstatSync(join(files, path)).isFile()).map((path) => sum(files, path));
  writeFileSync(join(debian, 'md5sums'), sums.join(''));
  for (const path of walk(files)) settle(join(files, path), epoch);
  settle(files, epoch);
  rmSync(out, { force: true });
  mkdirSync(dirname(out), { recursive: true });
  const env = { SOURCE_DATE_EPOCH: String(epoch) };
  const args = ['--root-owner-group', '-Zxz', '-z1', '--threads-max=1', '-b', files, out];
  const { code, output } = await run('dpkg-deb', args, { env });
  if (code !== 0) throw new Failure('dpkg-deb could not build the package; see its output above.', output);
}

/**
 * Writes a package's documentation: its guide, the licenses of everything in it, its bill of materials, its changelog.
 * @param {string} files the package's files
 * @param {{ name: string, guide: string, workspaces: readonly string[], version: string, packageVersion: string,
 *   time: number }} release time in seconds
 */
export function writeDocumentation(files, { name, guide, workspaces, version, packageVersion, time }) {
  const doc = join(files, 'usr/share/doc', name);
  copy(join(root, 'docs', guide), join(doc, guide));
  copy(join(dirname(realpathSync(node)), '../LICENSE'), join(doc, 'license-of-node.txt'));
  writeFileSync(join(doc, 'licenses.txt'), licensesOf(root, workspaces));
  writeFileSync(join(doc, 'sbom.cdx.json'), billOfMaterials(root, { name, version, time, workspaces }));
  writeFileSync(join(doc, 'changelog.gz'), changelog(name, packageVersion, time));
}

/**
 * Debian's changelog of a package; the actual changes are in the repository's history.
 * @param {string} name
 * @param {string} version
 * @param {number} epoch in seconds
 */
function changelog(name, version, epoch) {
  const time = new Date(epoch * 1000).toUTCString().replace('GMT', '+0000');
  const text = `${name} (${version}) stable; urgency=medium\n\n  * Release ${version}.\n\n -- The Berth authors <berth@example.org>  ${time}\n`;
  return gzipSync(text, { level: 9 });
}

/** @param {string} folder */
function walk(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}

/**
 * @param {string} text
 * @param {Record<string, string>} values
 */
function fill(text, values) {
  return text.replaceAll(/@([A-Z]+)@/g, (whole, name) => values[name] ?? whole);
}

/**
 * @param {string} folder
 * @param {string} path
 */
function sum(folder, path) {
  return `${createHash('md5')
    .update(readFileSync(join(folder, path)))
    .digest('hex')}  ${path}\n`;
}

/**
 * @param {string} path
 * @param {number} epoch
 */
function settle(path, epoch) {
  const found = lstatSync(path);
  if (!found.isSymbolicLink()) chmodSync(path, found.isDirectory() || found.mode & 0o100 ? 0o755 : 0o644);
  utimesSync(path, epoch, epoch);
}

/**
 * Copies the contents of a folder.
 * @param {string} from
 * @param {string} to
 */
export function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true, dereference: true });
}

/** The time of a package in seconds: SOURCE_DATE_EPOCH, or the last commit's. */
export async function packageTime() {
  const given = Number(process.env.SOURCE_DATE_EPOCH);
  if (given > 0) return given;
  const { code, output } = await run('git', ['log', '-1', '--format=%ct']);
  if (code !== 0) throw new Failure('neither SOURCE_DATE_EPOCH nor a git history: the package has no time.', output);
  return Number(output.trim());
}
