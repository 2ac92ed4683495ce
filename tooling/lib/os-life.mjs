import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { startOsCloud } from './os-cloud.mjs';
import { newFirmware, prepareDisk, startOsMachine } from './os-machine.mjs';

const LOOK_MS = 2_000;
const ANSWER_MS = 30_000;
const BOOT_ID = /^[0-9a-f-]{36}\s*$/;

/**
 * What a proof is given: the folder of the builds, the proof's own folder in it, where it tells, and of what is
 * random, how often and with which seed; `architecture`: the machine's, if not this computer's.
 * @typedef {{ folder: string, own: string, tell: (line: string) => void, trials: number, seed: number, architecture?: string }} Proof
 * @typedef {Awaited<ReturnType<typeof newLife>>} Life
 */

/**
 * An emulated machine with its own disk, and its cloud. Off at first.
 * @param {Proof} proof
 * @param {string} image the disk that its own is a copy of
 * @param {number} limitMs after which everything that waits fails
 * @param {Parameters<typeof startOsCloud>[1]} [cloudOptions]
 */
export async function newLife({ folder, own, tell, architecture }, image, limitMs, cloudOptions) {
  const ended = new AbortController();
  const signal = AbortSignal.any([AbortSignal.timeout(limitMs), ended.signal]);
  const cloud = startOsCloud(tell, cloudOptions);
  const address = `http://10.0.2.2:${await listen(cloud, folder)}`;
  mkdirSync(own, { recursive: true });
  const [disk, firmware] = [join(own, 'disk.raw'), join(own, 'firmware')];
  await prepareDisk(image, disk, {
    BERTH_SERVER: address,
    BERTH_OPTIONS: `--no-screen --allow-shell --os-source ${address}/os/`,
  });
  newFirmware(firmware, architecture);
  /** @type {ReturnType<typeof startOsMachine> | null} */
  let machine = null;
  /** @type {string[]} */
  const lines = [];
  /**
   * What a command prints on the machine.
   * @param {string} command
   */
  const ask = async (command) => (await cloud.order('shell', signal, { command })).output;
  const powerOff = async () => {
    await machine?.stop();
    machine = null;
    cloud.expect(true);
  };
  return {
    cloud,
    signal,
    disk,
    /** What the serial console showed. */
    lines,
    /** @param {Pick<import('./os-machine.mjs').Computer, 'clock' | 'tpm' | 'knowsSecureBoot'>} [how] */
    powerOn: (how = {}) => {
      machine = startOsMachine({ architecture, disk, firmware, ...how }, (line) => {
        lines.push(line);
        if (line.trim() !== '') console.log(`         ${line}`);
      });
      return machine.ended;
    },
    /** The plug is pulled. */
    powerOff,
    /**
     * Orders a version of the folder, and waits for the answer.
     * @param {string} version
     * @param {string | null} manifest text instead of the version's own
     */
    update: async (version, manifest = null) => {
      cloud.offer(join(folder, version), manifest);
      return await cloud.order('trigger-update', signal);
    },
    reboot: () => cloud.order('reboot', signal),
    /** Reboots, and waits until the machine answers in another boot. */
    restart: async () => {
      const boot = () => Promise.race([ask('cat /proc/sys/kernel/random/boot_id'), pause(ANSWER_MS, '', { signal })]);
      const before = await boot();
      await cloud.order('reboot', signal);
      for (let now = before; now === before || !BOOT_ID.test(now); now = await boot())
        await pause(LOOK_MS, undefined, { signal });
    },
    /**
     * @param {string} version that runs
     * @param {boolean} proved
     */
    runs: (version, proved = false) =>
      cloud.reports((system) => system.version === version && (!proved || system.proved), signal),
    ask,
    end: async () => {
      await powerOff();
      ended.abort();
      cloud.close();
      rmSync(disk, { force: true });
    },
  };
}

/**
 * Listens on the same port in all lives of a folder: a registered machine with Secure Boot keeps its first settings.
 * @param {ReturnType<typeof startOsCloud>} cloud
 * @param {string} folder
 */
async function listen(cloud, folder) {
  const file = join(folder, 'port');
  const port = await cloud.listen(existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
  writeFileSync(file, String(port));
  return port;
}

/**
 * The disk of a machine that ran these versions one after the other, and was turned off. Made once in a folder.
 * @param {Proof} proof
 * @param {readonly [string, ...string[]]} versions
 */
export async function diskThatRan(proof, [first, ...others]) {
  const kept = join(proof.folder, `disk-${[first, ...others].join('-')}.raw`);
  if (existsSync(kept)) return kept;
  const life = await newLife(proof, join(proof.folder, first, 'disk.raw'), 60 * 60_000);
  try {
    const off = life.powerOn();
    await life.runs(first, true);
    for (const version of others) {
      expectAnswer(await life.update(version), /is installed/);
      await life.reboot();
      await life.runs(version, true);
    }
    void life.cloud.order('power-off', life.signal).catch(() => {});
    await off;
    await prepareDisk(life.disk, `${kept}.new`, {});
    renameSync(`${kept}.new`, kept);
    return kept;
  } finally {
    await life.end();
  }
}

/**
 * @param {import('./os-cloud.mjs').Result} result
 * @param {RegExp} words
 */
export function expectAnswer({ ok, output }, words, wanted = true) {
  if (ok === wanted && words.test(output)) return;
  throw new Failure(`the machine answered ${ok ? 'yes' : 'no'}: ${output}`);
}
