import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';

const LIST = '/proc/bus/input/devices';
const NODES = '/dev/input';

/** Event types (input-event-codes.h). Keyboards repeat keys; power buttons do not. */
const [KEYS, REPEAT] = [1n << 1n, 1n << 20n];
/** INPUT_PROP_DIRECT: a touchscreen, not a touchpad. */
const DIRECT = 1n << 1n;

/** Whether the kernel lists a touchscreen and no keyboard. */
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
    // A computer without input devices does not have this folder.
    return () => {};
  }
}
