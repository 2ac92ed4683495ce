import { statfs } from 'node:fs/promises';
import type { Logger } from './logger.ts';

/** Whether there is space to write; checked periodically. */
export interface DiskGuard {
  readonly isFull: boolean;
  /** Bytes that can still be written. */
  readonly freeBytes: number;
  stop(): void;
}

/** Below this, PostgreSQL may fail to extend its log and stop: then reading would fail as well. */
const RESERVE_BYTES = 64 * 1024 * 1024;
/** The free space beyond the reserve at which writes resume, as hysteresis. */
const RELIEF_BYTES = 16 * 1024 * 1024;
const CHECK_MS = 1_000;

/** Bytes that an ordinary user can still write to a folder's disk. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Watches the disk that holds the data folder. */
export async function watchDisk(
  folder: string,
  logger: Logger,
  { measure = freeBytes, everyMs = CHECK_MS } = {},
): Promise<DiskGuard> {
  let isFull = false;
  let free = 0;
  async function check(): Promise<void> {
    free = await measure(folder);
    const was = isFull;
    isFull = free < RESERVE_BYTES + (was ? RELIEF_BYTES : 0);
    if (isFull && !was) logger.error({ freeMb: Math.round(free / 2 ** 20) }, 'The disk is full: nothing is written');
    if (was && !isFull) logger.warn('The disk has space again');
  }
  await check();
  const timer = setInterval(() => {
    check().catch((error: unknown) => logger.warn({ err: error }, 'The free disk space could not be read'));
  }, everyMs);
  timer.unref();
  return {
    get isFull() {
      return isFull;
    },
    get freeBytes() {
      return free;
    },
    stop: () => clearInterval(timer),
  };
}
