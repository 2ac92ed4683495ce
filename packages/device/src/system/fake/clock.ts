import type { Clock } from '../ports/clock.ts';
import { processZone } from '../process-zone.ts';

/** A clock of the agent's own, which shows this computer's zone until another is set. */
export function fakeClock(): Clock {
  let own: string | null = null;
  return {
    zone: () => own ?? processZone(),
    setZone: async (zone) => {
      own = zone;
    },
  };
}
