import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { startOsCloud } from './os-cloud.mjs';
import { emptyDisk, newFirmware, prepareDisk, startOsMachine } from './os-machine.mjs';

const LIMIT_MS = 60 * 60_000;
const WHERE =
  'cat /etc/machine-id; grep -o "roothash=[0-9a-f]*" /proc/cmdline; veritysetup status root | grep -E "status|device"; findmnt -rno TARGET,SOURCE | grep -E "^/(boot|var) "; ls /boot /boot/EFI/Linux; cat /boot/berth.conf; efibootmgr';

/**
 * Starts an emulated computer from a stick whose berth.conf orders an installation, until it turns itself off; then from
 * its disk alone, with the stick left in, and from the stick again, which leaves the installation alone.
 * @param {string} image the disk of a version
 * @param {string} folder for the computer's files
 * @param {string} version
 * @param {(line: string) => void} tell
 */
export async function proveInstall(image, folder, version, tell) {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const cloud = startOsCloud(tell);
  const address = `http://10.0.2.2:${await cloud.listen()}`;
  mkdirSync(folder, { recursive: true });
  const at = (/** @type {string} */ name) => join(folder, name);
  const [stick, disk, firmware] = /** @type {const} */ ([at('stick.raw'), at('disk.raw'), at('firmware')]);
  await prepareDisk(image, stick, {
    BERTH_SERVER: address,
    BERTH_OPTIONS: '--no-screen --allow-shell',
    BERTH_INSTALL: 'largest',
  });
  emptyDisk(disk);
  newFirmware(firmware);
  /** @type {string[]} */
  const lines = [];
  const onLine = (/** @type {string} */ line) => {
    lines.push(line);
    if (line.trim() !== '') console.log(`         ${line}`);
  };
  /**
   * What a computer answers that is started with these.
   * @param {Parameters<typeof startOsMachine>[0]} computer
   */
  const ask = async (computer) => {
    cloud.expect(true);
    const machine = startOsMachine(computer, onLine);
    try {
      await cloud.reports(({ version: running }) => running === version, signal);
      return (await cloud.order('shell', signal, { command: WHERE })).output;
    } finally {
      await machine.stop();
    }
  };
  try {
    cloud.expect(false);
    tell('power on with the stick and an empty disk');
    await startOsMachine({ stick, disk, firmware }, onLine).ended;
    tell('the computer turned itself off');

    const alone = await ask({ disk, firmware });
    tell(`from its disk alone:\n${alone}`);
    expect(alone, /data device: +\/dev\/vda3/, /\/var +\/dev\/vda/, /status: +verified/, /BERTH_SERVER=/);
    if (alone.includes('BERTH_INSTALL')) throw new Failure('the disk has the order to install.');

    const both = await ask({ stick, disk, firmware });
    tell(`with the stick left in:\n${both}`);
    expect(both, /data device: +\/dev\/vda3/, /\/var +\/dev\/vda/);
    if (machineOf(both) !== machineOf(alone)) throw new Failure('it is another machine.');

    lines.length = 0;
    newFirmware(firmware);
    const again = await ask({ stick, disk, firmware, first: 'stick' });
    tell(`from the stick again:\n${again}`);
    expect(again, /data device: +\/dev\/sda3/, /\/var +\/dev\/sda/);
    if (!lines.some((line) => line.includes('berth-there'))) throw new Failure('the stick does not say what it found.');
    // Without what the firmware remembers of its order: the disk is found by its loader's name.
    newFirmware(firmware);
    expect(await ask({ disk, firmware }), new RegExp(machineOf(alone)));
    tell('the stick left the installation alone');
  } finally {
    cloud.close();
  }
}

/** @param {string} output */
function machineOf(output) {
  return /^[0-9a-f]{32}$/m.exec(output)?.[0] ?? 'no machine ID';
}

/**
 * @param {string} output
 * @param {...RegExp} wanted
 */
function expect(output, ...wanted) {
  for (const each of wanted) if (!each.test(output)) throw new Failure(`the machine does not say ${each}: ${output}`);
}
