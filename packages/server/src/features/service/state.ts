import { readServerState, type ServerState } from '@berth/contract/api/service';
import { sql } from 'kysely';
import type { ArchiveWatch } from '../../db/archive-watch.ts';
import type { Database, Tx } from '../../db/connection.ts';
import { asSystem } from '../../db/transaction.ts';
import { requirePlatformAdministrator } from '../../http/authentication.ts';
import { type Route, route } from '../../http/route.ts';
import type { DiskGuard } from '../../platform/disk-guard.ts';

/** The state of this node and of its installation. */
export interface NodeState {
  readonly version: string;
  /** Number of online machines, as far as this node knows. */
  readonly machinesOnline: () => number;
  /** Number of machines connected to this node. */
  readonly machinesConnected: () => number;
  /** Whether messages reach the other nodes. */
  readonly isBusWhole: () => boolean;
  readonly archive: ArchiveWatch;
  readonly disk: DiskGuard;
  readonly db: Database;
  /** Whether the database is Berth's own: an external one is backed up with its own tools. */
  readonly isEmbedded: boolean;
  /** When the installation was last backed up; undefined: never. */
  readonly lastBackupAt: () => Date | undefined;
}

/** Tells a platform administrator what the metrics tell a monitoring system. */
export function serverStateRoute(state: NodeState): Route {
  return route(readServerState, async ({ caller }) => {
    requirePlatformAdministrator(caller);
    const { version, archive, disk, db, isEmbedded } = state;
    const { isOn, isFailing, lastArchivedAt } = await archive.check();
    const waiting = await asSystem(db, waitingWork);
    return {
      version,
      machinesOnline: state.machinesOnline(),
      machinesConnected: state.machinesConnected(),
      backup: { own: isEmbedded, lastAt: state.lastBackupAt()?.toISOString() ?? null },
      archive: { on: isOn, failing: isFailing, lastAt: lastArchivedAt?.toISOString() ?? null },
      disk: { freeBytes: disk.freeBytes, full: disk.isFull },
      waiting: waiting.map(({ oldest: oldestAt, ...each }) => ({ ...each, oldestAt })),
    };
  });
}

interface WaitingRow {
  readonly queue: ServerState['waiting'][number]['queue'];
  readonly waiting: number;
  readonly retried: number;
  readonly oldest: string | null;
}

/** What waits to be done, over all organizations. Runs as the system. */
export async function waitingWork(tx: Tx): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`select queue, waiting, retried, oldest from waiting_work()`.execute(tx);
  return rows;
}
