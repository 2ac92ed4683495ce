import { readFileSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times what the tests hold at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * The folder in memory for temporary files: databases and machines of tests cost less there than on a disk. Undefined if
 * this computer has none from which programs may be started, or too little free memory.
 * @returns {string | undefined}
 */
export function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const mounts = readFileSync('/proc/mounts', 'utf8');
    return canHoldTests({ mounts, roomBytes: bavail * bsize, freeBytes: freemem() }) ? IN_MEMORY : undefined;
  } catch {
    // Only Linux has it.
    return undefined;
  }
}

/**
 * @param {{ mounts: string, roomBytes: number, freeBytes: number }} computer `mounts` as in /proc/mounts; the room in the
 *   folder, and the computer's memory that is free.
 */
export function canHoldTests({ mounts, roomBytes, freeBytes }) {
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === IN_MEMORY);
  const [, , type, options = ''] = mount?.split(' ') ?? [];
  const isRefused = options.split(',').some((option) => option === 'noexec' || option === 'ro');
  return type === 'tmpfs' && !isRefused && roomBytes >= ROOM_BYTES && freeBytes >= 2 * ROOM_BYTES;
}
