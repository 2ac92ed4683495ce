import type { LiveViewFrame } from '@berth/contract/device/messages';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import type { Bus } from '../platform/bus.ts';
import type { MachineKey } from './ports.ts';
import { FRAME_REQUESTED, FRAME_TAKEN, type FrameRequested, type FrameTaken } from './topics.ts';

/** Minimum interval of requests to a machine, however many people watch it. */
const ASK_MS = 4_000;
/** Images without viewers are dropped. */
const FORGET_MS = 60_000;

export interface ReceivedFrame extends LiveViewFrame {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Live views: the last image of each viewed screen, in memory, while it is viewed. */
export interface LiveViews {
  /** Returns the last image, if any, and requests a newer one from the machine's node. */
  latest(machine: MachineKey): ReceivedFrame | undefined;
  stop(): void;
}

interface Watched {
  readonly organizationId: OrganizationId;
  readAt: number;
  askedAt: number;
  seen: ReceivedFrame | undefined;
}

export function createLiveViews(bus: Bus, now: () => number): LiveViews {
  const watched = new Map<MachineId, Watched>();

  const unsubscribe = bus.subscribe(FRAME_TAKEN, (message) => {
    const { organizationId, machineId, frame } = message as FrameTaken;
    const entry = watched.get(machineId);
    if (entry?.organizationId === organizationId) entry.seen = { ...frame, at: now() };
  });
  const sweep = setInterval(() => {
    for (const [id, { readAt }] of watched) if (now() - readAt > FORGET_MS) watched.delete(id);
  }, FORGET_MS).unref();

  return {
    latest({ organizationId, machineId }) {
      const known = watched.get(machineId);
      const isOurs = known?.organizationId === organizationId;
      const entry = isOurs ? known : { organizationId, readAt: 0, askedAt: 0, seen: undefined };
      watched.set(machineId, entry);
      // Not viewed for a while: the old image is outdated.
      if (now() - entry.readAt > FORGET_MS) entry.seen = undefined;
      entry.readAt = now();
      if (now() - entry.askedAt >= ASK_MS) {
        entry.askedAt = now();
        bus.publish(FRAME_REQUESTED, { organizationId, machineId } satisfies FrameRequested);
      }
      return entry.seen;
    },
    stop() {
      clearInterval(sweep);
      unsubscribe();
    },
  };
}
