import type { Logger } from '../platform/logger.ts';
import type { MachineState, PresenceKeeper } from './presence.ts';

/** How often an unchanged sign of life is saved; a crash loses at most this much of "last seen". */
const SIGN_OF_LIFE_MS = 300_000;
/** Rows per statement. */
const BATCH = 1_000;

/** Saves reported states in batches every `writeMs`, one batch at a time. */
export function startStateWriter(options: {
  readonly presence: PresenceKeeper;
  readonly save: (states: readonly MachineState[]) => Promise<void>;
  readonly logger: Logger;
  readonly timing: { readonly writeMs: number };
}): { stop(): Promise<void> } {
  const { presence, save, logger, timing } = options;
  let work: Promise<void> = Promise.resolve();
  let isWriting = false;

  async function write(): Promise<void> {
    isWriting = true;
    const states = presence.takeUnwritten();
    for (let start = 0; start < states.length; start += BATCH) {
      const batch = states.slice(start, start + BATCH);
      try {
        await save(batch);
        presence.written(batch);
      } catch (error) {
        logger.warn({ err: error, machines: batch.length }, 'States reported by machines could not be saved yet');
        presence.untaken(batch);
      }
    }
    isWriting = false;
  }

  const timer = setInterval(() => {
    if (!isWriting) work = write();
  }, timing.writeMs);
  const signOfLife = setInterval(() => presence.markOnline(), SIGN_OF_LIFE_MS);

  return {
    async stop() {
      clearInterval(timer);
      clearInterval(signOfLife);
      await work;
      await write();
    },
  };
}
