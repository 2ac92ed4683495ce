import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { runProgramsOf } from './architecture.mjs';
import { debianArchitecture, packageTime } from './deb.mjs';
import { Failure } from './failure.mjs';
import { drawPictures } from './os-pictures.mjs';
import { node, root } from './paths.mjs';
import { run } from './run.mjs';

const EXPIRES_DAYS = 90;
const DAY_MS = 86_400_000;
/** @typedef {{ key: string, cert: string }} BootKey files: the secret key for Secure Boot, and its certificate */
/** As in os-versions.ts of the contract. */
const BLOCKS_ENDING = '.blocks';
/** Of the kernel's list: what precedes kernel and initrd is as long in every version, so most blocks stay the same. */
const BLOCK_BYTES = 16 * 1024;
/** A version's files by what they are, with their endings. */
const PARTS = /** @type {const} */ ({ root: '.root.raw', verity: '.verity.raw', kernel: '.efi' });

/**
 * Secret keys, and the list of their public parts that goes into the image. Existing ones are used again.
 * @param {string} folder
 * @param {number} count
 */
export async function makeKeys(folder, count) {
  await mkdir(folder, { recursive: true });
  const list = join(folder, 'os-keys.json');
  const secret = Array.from({ length: count }, (_, index) => join(folder, `key-${index + 1}.pem`));
  for (const file of secret) if (!existsSync(file)) await berth(['os', 'key', file, '--keys', list]);
  return { list, secret };
}

/**
 * A key for Secure Boot that does not exist yet or is there already, in a folder.
 * @param {string} folder
 * @param {string} name
 * @returns {Promise<BootKey>}
 */
export async function makeBootKey(folder, name) {
  await mkdir(folder, { recursive: true });
  const [key, cert] = [join(folder, `${name}.key`), join(folder, `${name}.pem`)];
  if (!existsSync(key)) await berth(['os', 'boot-key', key, '--cert', cert]);
  return { key, cert };
}

/**
 * The files of a key for Secure Boot; undefined if none was given.
 * @param {string | undefined} key
 * @param {string | undefined} cert
 * @returns {BootKey | undefined}
 */
export function bootKeyOf(key, cert, option = 'boot') {
  if (key === undefined && cert === undefined) return undefined;
  if (key === undefined || cert === undefined)
    throw new Failure(`--${option}-key and --${option}-cert belong together.`);
  for (const file of [key, cert]) {
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Failure(`${file} is not a file.`);
  }
  return { key: resolve(key), cert: resolve(cert) };
}

/**
 * Builds one version into a folder, with its manifest.
 * @param {{ out: string, version: string, architecture: string, channel: string, work?: string | undefined, lowest?: string, from?: string | undefined,
 *   keys: { list: string | null, secret: readonly string[] }, boot?: BootKey | undefined, former?: BootKey | undefined,
 *   env?: NodeJS.ProcessEnv }} options secret: those that sign; boot: signs for Secure Boot; former: the key that it replaces.
 */
export async function buildVersion(options) {
  const { out, version, architecture, channel, work, lowest = '0', from, keys, boot, former, env = {} } = options;
  await runProgramsOf(architecture);
  const epoch = await packageTime();
  const pictures = mkdtempSync(join(tmpdir(), 'berth-pictures-'));
  drawPictures(pictures);
  const made = await run(join(root, 'deploy/os/build.sh'), [newestPackage(architecture), out, version, channel], {
    show: true,
    env: {
      SOURCE_DATE_EPOCH: String(epoch),
      BERTH_OS_PICTURES: pictures,
      ...(work && { BERTH_OS_WORK: work }),
      ...(keys.list && { BERTH_OS_KEYS: keys.list }),
      ...(boot && { BERTH_OS_BOOT_KEY: boot.key, BERTH_OS_BOOT_CERT: boot.cert }),
      ...(former && { BERTH_OS_FORMER_KEY: former.key, BERTH_OS_FORMER_CERT: former.cert }),
      ...env,
    },
  });
  rmSync(pictures, { recursive: true });
  if (made.code !== 0) throw new Failure(`version ${version} could not be built; see the output above.`);
  writeBlocks(out);
  const file = join(out, 'manifest.json');
  await signManifest(
    file,
    await manifestOf(out, { version, architecture, channel, lowest, from, issued: Date.now() }),
    keys.secret,
  );
}

/**
 * Writes a manifest, signed with these secret keys.
 * @param {string} file
 * @param {object} manifest
 * @param {readonly string[]} keys
 */
export async function signManifest(file, manifest, keys) {
  const payload = Buffer.from(JSON.stringify(manifest)).toString('base64');
  writeFileSync(file, `${JSON.stringify({ payload, signatures: [] }, null, 2)}\n`);
  for (const key of keys) await berth(['os', 'sign', file, '--key', key]);
}

/**
 * What a version is made of, to be signed.
 * @param {string} folder
 * @param {{ version: string, architecture?: string, channel: string, lowest: string, from?: string | undefined, issued: number }} release issued: in milliseconds since 1970
 */
export async function manifestOf(folder, release) {
  const { version, architecture = process.arch, channel, lowest, from, issued } = release;
  const names = readdirSync(folder);
  const files = [];
  for (const [part, ending] of Object.entries(PARTS)) {
    const name = names.find((each) => each.startsWith(`berth_${version}`) && each.endsWith(ending));
    if (!name) throw new Failure(`no file of ${part} in ${folder}.`);
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(folder, name)), hash);
    files.push({ part, name, bytes: statSync(join(folder, name)).size, sha256: hash.digest('hex') });
  }
  return {
    format: 1,
    version,
    channel,
    architecture,
    lowest,
    ...(from !== undefined && { from }),
    issued: new Date(issued).toISOString(),
    expires: new Date(issued + EXPIRES_DAYS * DAY_MS).toISOString(),
    rootHash: readFileSync(join(folder, 'roothash'), 'utf8').trim(),
    files,
  };
}

/**
 * Writes the list of the kernel's blocks beside it, so that machines download those that changed. The root's are in its hashes.
 * @param {string} folder
 */
export function writeBlocks(folder) {
  const kernel = readdirSync(folder).find((name) => name.startsWith('berth_') && name.endsWith(PARTS.kernel));
  if (!kernel) throw new Failure(`no file of kernel in ${folder}.`);
  const content = readFileSync(join(folder, kernel));
  const sha256 = [];
  for (let at = 0; at < content.length; at += BLOCK_BYTES) {
    const block = content.subarray(at, at + BLOCK_BYTES);
    sha256.push(createHash('sha256').update(block).digest('base64'));
  }
  writeFileSync(join(folder, `${kernel}${BLOCKS_ENDING}`), `${JSON.stringify({ blockBytes: BLOCK_BYTES, sha256 })}\n`);
}

/**
 * The version of a commit: its time, so that versions are ordered.
 * @param {number} epoch in seconds
 */
export function versionOf(epoch) {
  const [date = '', time = ''] = new Date(epoch * 1000)
    .toISOString()
    .replaceAll(/[-:]|\.\d+Z/g, '')
    .split('T');
  return `${date}.${time}`;
}

/** @param {string} architecture */
function newestPackage(architecture) {
  const ending = `_${debianArchitecture(architecture)}.deb`;
  const folder = join(root, 'dist');
  const packages = existsSync(folder)
    ? readdirSync(folder).filter((name) => name.startsWith('berth_') && name.endsWith(ending))
    : [];
  const [newest] = packages.map((name) => join(folder, name)).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (!newest) throw new Failure(`there is no package for ${architecture} in dist: npm run package builds it.`);
  return newest;
}

/** @param {readonly string[]} args */
async function berth(args) {
  const { code, output } = await run(node, [join(root, 'packages/cli/src/main.ts'), ...args]);
  if (code !== 0) throw new Failure(`berth ${args.slice(0, 2).join(' ')} failed.`, output);
}
