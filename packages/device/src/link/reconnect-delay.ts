import { setTimeout as sleep } from 'node:timers/promises';
import { CLOSE, RECONNECT_BASE_MS, RECONNECT_CAP_MS } from '@berth/contract/device/messages';

/** How a connection ended: its close code, and whether the cloud had welcomed the machine. */
export interface Ending {
  readonly code: number;
  readonly welcomed: boolean;
}

/** Not registered yet; the wizard reconnects right after the registration. */
const UNREGISTERED_RETRY_MS = 15_000;
/** Two machines with one key take each other's place: slow enough not to flap, soon enough to come back by itself. */
const REPLACED_RETRY_MS = 120_000;
/** The cloud understands this agent only after one of the two was updated. */
const REFUSED_RETRY_MS = 60_000;

const STEADY: Readonly<Record<number, number>> = {
  [CLOSE.notRegistered]: UNREGISTERED_RETRY_MS,
  [CLOSE.removed]: UNREGISTERED_RETRY_MS,
  [CLOSE.replaced]: REPLACED_RETRY_MS,
  [CLOSE.badToken]: REFUSED_RETRY_MS,
  [CLOSE.badMessage]: REFUSED_RETRY_MS,
};

/**
 * Milliseconds until the next try. Full jitter (contract): uniformly from 0 to base * 2^attempt, at most the cap. Where
 * trying soon is of no use, half to all of a steady time.
 */
export function reconnectDelay(ending: Ending, attempt: number, random: () => number): number {
  const steady = STEADY[ending.code];
  if (steady !== undefined) return steady * (0.5 + random() / 2);
  return random() * Math.min(RECONNECT_CAP_MS, RECONNECT_BASE_MS * 2 ** Math.min(attempt, 16));
}

/** Waits so many milliseconds, or until the signal: that ends the wait without an error. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: true }).catch(() => {});
}
