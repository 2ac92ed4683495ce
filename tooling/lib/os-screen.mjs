import { existsSync, readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {import('./os-pictures.mjs').Picture} Picture */

/** Below the logo, where plymouth's dots are (deploy/os/splash/berth.script). */
const DOTS = { top: 48, height: 10, width: 66 };

/**
 * Reads a picture as qemu writes it (PPM, P6).
 * @param {Buffer} file
 * @returns {Picture}
 */
export function readPpm(file) {
  const [header = '', width = '', height = ''] =
    /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? [];
  return { width: Number(width), height: Number(height), pixels: file.subarray(header.length) };
}

/**
 * Whether a screen shows the logo in its middle and nothing else than black and the dots below it: no text, no cursor.
 * @param {Picture} screen
 * @param {Picture} logo
 */
export function isBranded({ width, height, pixels }, logo) {
  if (width < logo.width || height < logo.height) return false;
  const [left, top] = [Math.floor((width - logo.width) / 2), Math.floor((height - logo.height) / 2)];
  const below = top + logo.height + DOTS.top;
  for (let y = 0; y < height; y += 1) {
    const row = pixels.subarray(y * width * 3, (y + 1) * width * 3);
    const black = Buffer.alloc(row.length);
    if (y >= top && y < top + logo.height) {
      logo.pixels.copy(black, left * 3, (y - top) * logo.width * 3, (y - top + 1) * logo.width * 3);
    } else if (y >= below && y < below + DOTS.height) {
      const from = Math.floor((width - DOTS.width) / 2) * 3;
      row.copy(black, from, from, from + DOTS.width * 3);
    }
    if (!row.equals(black)) return false;
  }
  return true;
}

/**
 * Takes a picture of an emulated screen each second, until it is told to stop.
 * @param {string} control the socket of qemu's monitor (QMP)
 * @param {string} file where a picture is for a moment
 * @param {(picture: Picture) => void} onPicture
 */
export async function watchScreen(control, file, onPicture) {
  while (!existsSync(control)) await pause(100);
  const socket = createConnection(control);
  const closed = new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
  let isWatching = true;
  let text = '';
  socket.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  /** @param {object} command */
  const say = async (command) => {
    text = '';
    socket.write(`${JSON.stringify(command)}\n`);
    while (!text.includes('"return"') && !socket.destroyed) await Promise.race([pause(50), closed]);
  };
  const watch = async () => {
    await say({ execute: 'qmp_capabilities' });
    while (isWatching && !socket.destroyed) {
      await say({ execute: 'screendump', arguments: { filename: file } });
      if (!socket.destroyed && existsSync(file)) onPicture(readPpm(readFileSync(file)));
      await Promise.race([pause(1_000), closed]);
    }
  };
  const watched = watch();
  return async () => {
    isWatching = false;
    socket.destroy();
    await watched;
  };
}
