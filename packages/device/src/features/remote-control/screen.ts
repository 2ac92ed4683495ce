import type { Socket } from 'node:net';
import type { Way } from './way.ts';

/** Bytes that may wait for the cloud before the screen is not read any more. */
const HIGH_WATER = 512 * 1024;

/** Passes the screen's bytes on, no faster than the cloud takes them. */
export function passOn(screen: Socket, way: Way): void {
  screen.on('data', (bytes) => {
    way.send('screen', bytes, () => screen.isPaused() && screen.resume());
    if (way.waiting > HIGH_WATER) screen.pause();
  });
  screen.on('error', () => screen.destroy());
}
