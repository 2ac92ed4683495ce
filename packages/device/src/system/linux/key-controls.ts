import type { KeyAids } from '../ports/desktop.ts';

/** XkbSetControls (XKB protocol, 10.8): request code, length, and field offsets. */
const SET_CONTROLS = 7;
const LENGTH = 100;
const AT = { device: 4, stickyOptions: 20, affected: 24, enabled: 28, changed: 32, delay: 36, interval: 38 } as const;
/** XkbUseCoreKbd: all keyboards. */
const CORE_KEYBOARD = 0x100;
const [REPEAT, STICKY] = [1 << 0, 1 << 3];
/** TwoKeys: pressing a modifier with another key turns sticky keys off. LatchToLock: a modifier pressed twice locks. */
const STICKY_OPTIONS = (1 << 6) | (1 << 7);

/** Repeat delay and interval in milliseconds: the X server's defaults, and slow ones. */
const USUAL = { delay: 660, interval: 40 };
const SLOW = { delay: 1_500, interval: 500 };

/** Builds the request that sets key repeat and sticky keys. */
export function keyControls(majorOpcode: number, { stickyKeys, slowRepeat }: KeyAids): Buffer {
  const request = Buffer.alloc(LENGTH);
  const { delay, interval } = slowRepeat ? SLOW : USUAL;
  request[0] = majorOpcode;
  request[1] = SET_CONTROLS;
  request.writeUInt16LE(LENGTH / 4, 2);
  request.writeUInt16LE(CORE_KEYBOARD, AT.device);
  request.writeUInt16LE(STICKY_OPTIONS, AT.stickyOptions);
  request.writeUInt32LE(STICKY, AT.affected);
  request.writeUInt32LE(stickyKeys ? STICKY : 0, AT.enabled);
  request.writeUInt32LE(REPEAT | STICKY, AT.changed);
  request.writeUInt16LE(delay, AT.delay);
  request.writeUInt16LE(interval, AT.interval);
  return request;
}
