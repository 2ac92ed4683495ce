import type { OrganizationId } from '@berth/contract/ids';
import type { Database } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { RecordWork } from '../../http/audit.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Bus } from '../../platform/bus.ts';
import { queueEvents } from './store-deliveries.ts';

/** Queues what is done without being an entry of the audit log, in the form of one, in the transaction that does it. */
export function tellWork(now: () => number): RecordWork {
  return (tx, organizationId, ...works) => {
    const time = new Date(now()).toISOString();
    const events = works.map(
      ({ action: event, actor: { kind, name, id }, target = null, before = null, after = null }) => {
        const actor = { kind, id: kind === 'machine' ? name : (id ?? null), name };
        return { event, body: JSON.stringify({ type: event, time, organizationId, actor, target, before, after }) };
      },
    );
    return queueEvents(tx, events);
  };
}

/** Something on the bus that webhooks are told of, though it is no entry of the audit log. */
export interface BusEvent {
  readonly topic: string;
  /** What to tell of a message; undefined where it is not worth telling. */
  readonly read: (message: unknown) => Told | undefined;
}

export interface Told {
  readonly organizationId: OrganizationId;
  readonly event: string;
  readonly target: { readonly kind: string; readonly id: string };
  readonly after?: unknown;
}

interface Queued {
  readonly organizationId: OrganizationId;
  readonly event: string;
  readonly body: string;
}

/** Queues what the bus tells for whoever asked for it. Stopping waits for what is being queued. */
export function queueFromBus(
  db: Database,
  bus: Bus,
  now: () => number,
  sources: readonly BusEvent[],
): { stop(): Promise<void> } {
  const underWay = new Set<Promise<void>>();
  const write = createBatcher({
    groupOf: ({ organizationId }: Queued) => organizationId,
    work: async (events: readonly Queued[]) => {
      const [first] = events;
      if (first) await inTenant(db, first, (tx) => queueEvents(tx, events));
      return events.map(() => undefined);
    },
    // A reconnecting fleet causes thousands of events; people's calls need the database, too.
    atOnce: 1,
    most: 500,
  });
  const queue = ({ organizationId, event, target, after = null }: Told): Promise<void> => {
    const time = new Date(now()).toISOString();
    const body = JSON.stringify({ type: event, time, organizationId, target, after });
    return write({ organizationId, event, body });
  };
  const ends = sources.map(({ topic, read }) =>
    bus.subscribe(
      topic,
      async (message) => {
        const told = read(message);
        if (!told) return;
        const queued = queue(told).finally(() => underWay.delete(queued));
        underWay.add(queued);
        await queued;
      },
      // Only the node of the event queues it: every node receives it, and it is delivered once.
      'here',
    ),
  );
  return {
    async stop() {
      for (const end of ends) end();
      await Promise.allSettled(underWay);
    },
  };
}
