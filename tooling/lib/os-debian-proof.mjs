import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from './failure.mjs';
import { startOsCloud } from './os-cloud.mjs';
import { DISK_BYTES, newFirmware, prepareDisk, startOsMachine } from './os-machine.mjs';
import { run } from './run.mjs';

const LIMIT_MS = 60 * 60_000;
/** Where the partition of Debian begins. */
const ROOT_AT_MIB = 1;
const LOOK =
  'cat /var/lib/berth/state.json*; ls /var/lib/NetworkManager/system-connections /boot; findmnt -rno SOURCE /';
const NETWORK = 'Office.nmconnection';

/**
 * A computer has a Debian with a registered machine. A stick with `BERTH_INSTALL=largest` replaces it, and the same machine
 * comes up: by its key, with its state and its networks.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveDebian({ folder, own, tell }) {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const cloud = startOsCloud(tell);
  const address = `http://10.0.2.2:${await cloud.listen()}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const at = (/** @type {string} */ name) => join(own, name);
  const [stick, disk, firmware] = /** @type {const} */ ([at('stick.raw'), at('disk.raw'), at('firmware')]);
  const onLine = (/** @type {string} */ line) => {
    if (line.trim() !== '') console.log(`         ${line}`);
  };
  try {
    const id = await makeDebian(disk, at('tree'), address);
    await prepareDisk(join(folder, '1.1', 'disk.raw'), stick, {
      BERTH_SERVER: address,
      BERTH_OPTIONS: '--no-screen --allow-shell',
      BERTH_INSTALL: 'largest',
    });
    newFirmware(firmware);
    cloud.expect(false);
    tell(`power on with the stick, and a disk with Debian and the machine ${id}`);
    await startOsMachine({ stick, disk, firmware }, onLine).ended;
    tell('the computer turned itself off');
    cloud.expect(true);
    const machine = startOsMachine({ disk, firmware }, onLine);
    try {
      await cloud.reports(({ kind, version }) => kind === 'image' && version === '1.1', signal);
      const { output } = await cloud.order('shell', signal, { command: LOOK });
      tell(`${cloud.machine} runs Berth OS:\n${output}`);
      if (cloud.machine !== id) throw new Failure('it is another machine.');
      for (const each of ['"kept by the proof"', NETWORK, '/dev/mapper/root'])
        if (!output.includes(each)) throw new Failure(`${each} is missing.`);
      if (output.includes('berth-kept.tar')) throw new Failure('the copy stays on the boot partition.');
    } finally {
      await machine.stop();
    }
  } finally {
    cloud.close();
  }
}

/**
 * A disk with what a Debian with the package berth has of a registered machine.
 * @param {string} disk
 * @param {string} tree where its files are for a moment
 * @param {string} address of the cloud
 * @returns {Promise<string>} the machine's ID
 */
async function makeDebian(disk, tree, address) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const state = JSON.stringify({ version: 1, desired: {}, wizard: { note: 'kept by the proof' } });
  /** @type {Record<string, string | Buffer>} */
  const files = {
    'var/lib/berth/machine.key': privateKey.export({ type: 'pkcs8', format: 'pem' }),
    'var/lib/berth/state.json': `${createHash('sha256').update(state).digest('hex')}\n${state}\n`,
    'etc/berth/agent.env': `BERTH_SERVER=${address}\n`,
    [`etc/NetworkManager/system-connections/${NETWORK}`]:
      '[connection]\nid=Office\nuuid=5d0f6a52-6a34-4b0e-8f0e-2f3c0a5f9a11\ntype=wifi\n[wifi]\nssid=Office\n',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), content, { mode: 0o600 });
  }
  writeFileSync(disk, '');
  truncateSync(disk, DISK_BYTES);
  const layout = `label: gpt, start=${ROOT_AT_MIB}MiB type=linux`;
  await must('sh', '-c', 'echo "$1" | tr , "\\n" | sfdisk --quiet "$2"', 'sh', layout, disk);
  const blocks = `${DISK_BYTES / 1024 - 4 * 1024}`;
  await must('mkfs.ext4', '-q', '-F', '-d', tree, '-E', `offset=${ROOT_AT_MIB * 1024 * 1024}`, disk, `${blocks}k`);
  rmSync(tree, { recursive: true });
  return createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 32);
}

/**
 * @param {string} program
 * @param {...string} args
 */
async function must(program, ...args) {
  const { code, output } = await run(program, args);
  if (code !== 0) throw new Failure(`${program} failed.`, output);
}
