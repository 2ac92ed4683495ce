import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';

const LIST = '/proc/bus/input/devices';
const NODES = '/dev/input';

/** Event types (input-event-codes.h): a keyboard repeats its keys, a power button does not. */
const [KEYS, REPEAT] = [1n << 1n, 1n << 20n];
/** Property of a touch screen, as opposed to a touchpad (INPUT_PROP_DIRECT). */
const DIRECT = 1n << 1n;

/** Whether there is a touch screen and no keyboard, by the kernel's list of input devices. */
export async function isTouchOnly(list = LIST): Promise<boolean> {
  const text = await readFile(list, 'utf8').catch(() => '');
  const devices = text.split('\n\n').map((device) => ({
    isTouched: (bits(device, 'PROP') & DIRECT) !== 0n,
    isKeyboard: (bits(device, 'EV') & (KEYS | REPEAT)) === (KEYS | REPEAT),
  }));
  return devices.some(({ isTouched }) => isTouched) && !devices.some(({ isKeyboard }) => isKeyboard);
}

function bits(device: string, field: string): bigint {
  const value = new RegExp(`^B: ${field}=([0-9a-f]+)$`, 'm').exec(device)?.[1];
  return value ? BigInt(`0x${value}`) : 0n;
}

/** Calls the listener when a device is plugged in or removed, until the returned function is called. */
export function onPlugged(listener: () => void): () => void {
  try {
    const watcher = watch(NODES, { persistent: false }, listener);
    watcher.on('error', () => watcher.close());
    return () => watcher.close();
  } catch {
    // A computer without input devices has no such folder.
    return () => {};
  }
}
