import type { Picture } from '@berth/contract/device/picture';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Bus } from '../platform/bus.ts';
import type { MachineKey } from './ports.ts';
import { PICTURE_TAKEN, PICTURE_WANTED, type PictureTaken, type PictureWanted } from './topics.ts';

/** A machine is asked no more often, however many people look at it. */
const ASK_MS = 4_000;
/** What nobody looks at any more is forgotten. */
const FORGET_MS = 60_000;

export interface SeenPicture extends Picture {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Small pictures of the screens that somebody looks at: the last of each, in memory, for as long as that lasts. */
export interface Pictures {
  /** The last one, if there is any; asks the machine, whichever node it is connected to, for a newer one. */
  look(machine: MachineKey): SeenPicture | undefined;
  stop(): void;
}

interface Watched {
  readonly organizationId: OrganizationId;
  lookedAt: number;
  askedAt: number;
  seen: SeenPicture | undefined;
}

export function createPictures(bus: Bus, now: () => number): Pictures {
  const watched = new Map<MachineId, Watched>();

  const unsubscribe = bus.subscribe(PICTURE_TAKEN, (message) => {
    const { organizationId, machineId, picture } = message as PictureTaken;
    const entry = watched.get(machineId);
    if (entry?.organizationId === organizationId) entry.seen = { ...picture, at: now() };
  });
  const sweep = setInterval(() => {
    for (const [id, { lookedAt }] of watched) if (now() - lookedAt > FORGET_MS) watched.delete(id);
  }, FORGET_MS).unref();

  return {
    look({ organizationId, machineId }) {
      const known = watched.get(machineId);
      const isOurs = known?.organizationId === organizationId;
      const entry = isOurs ? known : { organizationId, lookedAt: 0, askedAt: 0, seen: undefined };
      watched.set(machineId, entry);
      // Nobody has looked for a while: what was on the screen then is not what is there now.
      if (now() - entry.lookedAt > FORGET_MS) entry.seen = undefined;
      entry.lookedAt = now();
      if (now() - entry.askedAt >= ASK_MS) {
        entry.askedAt = now();
        bus.publish(PICTURE_WANTED, { organizationId, machineId } satisfies PictureWanted);
      }
      return entry.seen;
    },
    stop() {
      clearInterval(sweep);
      unsubscribe();
    },
  };
}
