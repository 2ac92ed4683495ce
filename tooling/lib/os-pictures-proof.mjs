import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { startOsCloud } from './os-cloud.mjs';
import { newFirmware, prepareDisk, startOsMachine } from './os-machine.mjs';
import { drawLogo, pngOf } from './os-pictures.mjs';
import { isBranded, watchScreen } from './os-screen.mjs';

const LIMIT_MS = 30 * 60_000;
/** The root's graphics driver takes the screen over from the firmware's: until plymouth has noticed, it shows the dots at most. */
const BLACK_PICTURES = 5;

/**
 * Starts an emulated computer with a screen and turns it off again, and looks at the screen each second: from the boot loader on
 * it shows the brand alone. The agent opens no X server, as these versions have none.
 * @param {string} image the disk of a version
 * @param {string} folder for the computer's files, and for each picture that is not the brand
 * @param {string} version
 * @param {(line: string) => void} tell
 */
export async function provePictures(image, folder, version, tell) {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const cloud = startOsCloud(tell);
  const address = `http://10.0.2.2:${await cloud.listen()}`;
  mkdirSync(folder, { recursive: true });
  const at = (/** @type {string} */ name) => join(folder, name);
  const [disk, firmware, screen] = /** @type {const} */ ([at('disk.raw'), at('firmware'), at('screen')]);
  await prepareDisk(image, disk, { BERTH_SERVER: address, BERTH_OPTIONS: '--no-screen --allow-shell' });
  newFirmware(firmware);
  const logo = drawLogo();
  const nothing = { ...logo, pixels: Buffer.alloc(logo.pixels.length) };
  const seen = { branded: 0, black: 0, other: 0, beforeSystem: 0 };
  let hasSystem = false;
  const machine = startOsMachine({ disk, firmware, screen }, (line) => {
    if (/systemd\[1\]/.test(line)) hasSystem = true;
  });
  let stop = async () => {};
  try {
    let shown = '';
    stop = await watchScreen(screen, at('screen.ppm'), (picture) => {
      const kind = isBranded(picture, logo) ? 'branded' : isBranded(picture, nothing) ? 'black' : 'other';
      if (kind !== shown) tell(`the screen: ${kind}`);
      shown = kind;
      // What firmware shows before the boot loader is its own.
      if (kind !== 'branded' && seen.branded === 0) return;
      seen[kind] += 1;
      if (kind === 'branded' && !hasSystem) seen.beforeSystem += 1;
      if (kind === 'other') writeFileSync(at(`other-${seen.other}.png`), pngOf(picture));
    });
    cloud.expect(true);
    await cloud.reports(({ version: running }) => running === version, signal);
    tell(`started: ${JSON.stringify(seen)}`);
    void cloud.order('power-off', signal).catch(() => {});
    await machine.ended;
    tell(`turned off: ${JSON.stringify(seen)}`);
  } finally {
    await stop();
    await machine.stop();
    cloud.close();
  }
  if (seen.beforeSystem === 0) throw new Failure('the boot loader did not show the brand.');
  if (seen.black > BLACK_PICTURES) throw new Failure(`${seen.black} pictures are black.`);
  if (seen.other > 0) throw new Failure(`${seen.other} pictures are not the brand: ${folder}.`);
}
