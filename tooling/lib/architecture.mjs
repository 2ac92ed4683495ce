import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianArchitecture } from './deb.mjs';
import { ensureDebianPackages } from './debian.mjs';
import { Failure } from './failure.mjs';
import { node, root } from './paths.mjs';
import { run } from './run.mjs';

/** Where the kernel is told which program runs those of another architecture. */
const FORMATS = '/proc/sys/fs/binfmt_misc';

/** How GNU's programs are named for an architecture. @type {Record<string, string>} */
const GNU = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/**
 * What compiles for an architecture, as Node says it: programs, and what Debian has to have installed for them.
 * @param {string} arch
 */
export function compilerOf(arch) {
  if (arch === process.arch) return { cc: process.env.CC ?? 'cc', strip: 'strip', needs: [] };
  const debian = debianArchitecture(arch);
  const gnu = GNU[arch] ?? '';
  const dashed = gnu.replaceAll('_', '-');
  const [cc, strip] = [`${gnu}-gcc`, `${gnu}-strip`];
  const needs = [
    { programs: [cc], packages: [`gcc-${dashed}`] },
    { programs: [`/usr/${gnu}/lib/crt1.o`], packages: [`libc6-dev-${debian}-cross`] },
    { programs: [strip], packages: [`binutils-${dashed}`] },
  ];
  return { cc, strip, needs };
}

/**
 * The pinned Node for an architecture. That of another one than this computer's comes from the registry.
 * @param {string} arch
 * @param {string} folder where it is put then
 * @returns {Promise<string>} the program
 */
export async function nodeFor(arch, folder) {
  if (arch === process.arch) return realpathSync(node);
  const name = `node-linux-${arch}`;
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  const packed = await run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder]);
  if (packed.code !== 0) throw new Failure(`npm could not fetch ${name}; see its output above.`, packed.output);
  const file = join(folder, `${name}-${version}.tgz`);
  const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (`sha512-${digest}` !== integrity) throw new Failure(`${name} is not what package-lock.json says.`);
  const unpacked = await run('tar', ['-xzf', file, '-C', folder, 'package/bin/node']);
  if (unpacked.code !== 0) throw new Failure(`${name} could not be unpacked.`, unpacked.output);
  return join(folder, 'package/bin/node');
}

/**
 * Lets this computer run an architecture's programs, also below another root. As root.
 * @param {string} arch
 */
export async function runProgramsOf(arch) {
  if (arch === process.arch) return;
  const name = `qemu-${GNU[arch]?.split('-')[0]}`;
  const format = `/usr/lib/binfmt.d/${name}.conf`;
  await ensureDebianPackages([
    { programs: [format], packages: ['qemu-user-static'] },
    { programs: ['arch-test'], packages: ['arch-test'] },
  ]);
  if (existsSync(join(FORMATS, name))) return;
  // Where systemd runs, it has done this.
  if (!existsSync(join(FORMATS, 'register'))) await run('mount', ['-t', 'binfmt_misc', 'binfmt_misc', FORMATS]);
  try {
    writeFileSync(join(FORMATS, 'register'), readFileSync(format));
  } catch (error) {
    throw new Failure(`this computer cannot run programs of ${arch}: ${/** @type {Error} */ (error).message}`);
  }
}
