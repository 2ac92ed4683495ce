import type { Gauge } from 'prom-client';
import { asSystem } from '../../db/transaction.ts';
import type { Metrics } from './metrics.ts';
import { type NodeState, waitingWork } from './state.ts';

const HELP = {
  berth_machines_online: 'Online machines, as far as this node knows',
  berth_machines_connected: 'Machines connected to this node',
  berth_bus_connected: '1 while messages reach the other nodes, or there is only this one',
  berth_disk_free_bytes: "Free space on the data folder's disk",
  berth_writes_stopped: '1 while nothing is written because the disk is full',
  berth_backup_last_timestamp_seconds: 'Time of the last backup by `npm run backup`; 0: none',
  berth_wal_archive_failing: '1 while the WAL archive fails',
  berth_wal_last_archived_timestamp_seconds: 'Time when the last WAL segment was archived; 0: none',
} as const;
const POOL_HELP = {
  berth_database_pool_busy: 'Database connections of this node in use',
  berth_database_pool_waiting: 'Calls that wait for a database connection of this node',
} as const;
const QUEUE_HELP = {
  berth_queue_waiting: 'Commands, webhook deliveries and mails that wait, over all organizations',
  berth_queue_retried: 'How many of them failed before and are tried again',
  berth_queue_oldest_timestamp_seconds: 'Since when the oldest waits; 0: none does',
} as const;

/** Creates the gauges of the state. Returns a function that reads them; while the database is down, its gauges keep their values. */
export function gaugeState(metrics: Metrics, state: NodeState): () => Promise<void> {
  const { archive, disk, db } = state;
  const own = gauges(metrics, HELP, []);
  const pools = gauges(metrics, POOL_HELP, ['role']);
  const queues = gauges(metrics, QUEUE_HELP, ['queue']);

  async function readArchive(): Promise<void> {
    const { isFailing, lastArchivedAt } = await archive.check();
    own.berth_wal_archive_failing.set(Number(isFailing));
    own.berth_wal_last_archived_timestamp_seconds.set(seconds(lastArchivedAt));
  }
  async function readQueues(): Promise<void> {
    for (const { queue, waiting, retried, oldest } of await asSystem(db, waitingWork)) {
      queues.berth_queue_waiting.set({ queue }, waiting);
      queues.berth_queue_retried.set({ queue }, retried);
      queues.berth_queue_oldest_timestamp_seconds.set({ queue }, oldest === null ? 0 : Date.parse(oldest) / 1_000);
    }
  }

  return async () => {
    own.berth_machines_online.set(state.machinesOnline());
    own.berth_machines_connected.set(state.machinesConnected());
    own.berth_bus_connected.set(Number(state.isBusWhole()));
    own.berth_disk_free_bytes.set(disk.freeBytes);
    own.berth_writes_stopped.set(Number(disk.isFull));
    own.berth_backup_last_timestamp_seconds.set(seconds(state.lastBackupAt()));
    for (const { role, busy, waiting } of db.pools()) {
      pools.berth_database_pool_busy.set({ role }, busy);
      pools.berth_database_pool_waiting.set({ role }, waiting);
    }
    await Promise.allSettled([readArchive(), readQueues()]);
  };
}

function gauges<Name extends string, Label extends string>(
  metrics: Metrics,
  help: Readonly<Record<Name, string>>,
  labelNames: readonly Label[],
): Readonly<Record<Name, Gauge<Label>>> {
  const made = Object.entries<string>(help).map(([name, text]) => [
    name,
    new metrics.Gauge({ name, help: text, labelNames: [...labelNames], registers: [metrics.registry] }),
  ]);
  return Object.fromEntries(made);
}

function seconds(time: Date | undefined): number {
  return (time?.getTime() ?? 0) / 1_000;
}
