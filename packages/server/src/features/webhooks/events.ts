import type { OrganizationId } from '@berth/contract/ids';
import type { Database } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { RecordWork } from '../../http/audit.ts';
import { createBatcher } from '../../platform/batcher.ts';
import type { Bus } from '../../platform/bus.ts';
import { queueEvents } from './store-deliveries.ts';

/** Queues work that is not in the audit log, in the format of an entry and in the transaction that does the work. */
export function queueWork(now: () => number): RecordWork {
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

/** A bus topic whose messages become webhook events. */
export interface BusEvent {
  readonly topic: string;
  /** Returns the event of a message; undefined: none. */
  readonly read: (message: unknown) => EventReport | undefined;
}

export interface EventReport {
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

/** Machines that come and go within this time, in milliseconds, share a transaction. */
const GATHER_MS = 100;

/** Queues events from the bus. Stopping waits for events that are being queued. */
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
    // A reconnecting fleet causes thousands of events: API calls need the database, too.
    atOnce: 1,
    most: 500,
    gatherMs: GATHER_MS,
  });
  const queue = ({ organizationId, event, target, after = null }: EventReport): Promise<void> => {
    const time = new Date(now()).toISOString();
    const body = JSON.stringify({ type: event, time, organizationId, target, after });
    return write({ organizationId, event, body });
  };
  const ends = sources.map(({ topic, read }) =>
    bus.subscribe(
      topic,
      async (message) => {
        const report = read(message);
        if (!report) return;
        const queued = queue(report).finally(() => underWay.delete(queued));
        underWay.add(queued);
        await queued;
      },
      // Every node receives the event; only the node where it happened queues it.
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
