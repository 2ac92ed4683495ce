import { setTimeout as sleep } from 'node:timers/promises';
import type { Updates } from '../ports/updates.ts';

const STEP_MS = 1_000;

/** Pretends, for as long as a person can see it. */
export function fakeUpdates(): Updates {
  return {
    install: async (onProgress) => {
      for (const doing of ['apt-get update', 'apt-get upgrade']) {
        for (const progress of [doing, `${doing} 50 %`]) {
          onProgress(progress);
          await sleep(STEP_MS, undefined, { ref: false });
        }
      }
      return '';
    },
  };
}
