import { createHash, randomBytes } from 'node:crypto';
import { listMachineRuntime, type MachineRuntime } from '@berth/contract/api/machines';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { MACHINE_LIST_MAX_AGE_DAYS } from '@berth/contract/limits';
import type { Database, Tx } from '../../db/connection.ts';
import { inTenant } from '../../db/transaction.ts';
import type { Presence } from '../../gateway/presence.ts';
import { ReadyJson } from '../../http/reply.ts';
import { type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MachineDeps } from './deps.ts';
import { presentRuntime } from './present.ts';
import { listNamedMachines, listRecentMachines } from './store.ts';

/** Uptimes in a list grow without changes, so a list is rebuilt at this age. */
const AGE_MAX_MS = 60_000;
/**
 * Large lists take a tenth of a second or more to build. If they change constantly, they are built in the background,
 * at most this often; replies are never older than the last build.
 */
const LARGE = { machines: 2_000, everyMs: 2_000, ageMaxMs: 5_000 };
/** Maximum number of kept lists; each takes about 300 bytes per machine. */
const BOARDS_MAX = 200;

interface Board {
  readonly version: number;
  readonly madeAt: number;
  readonly etag: string;
  readonly machines: number;
  readonly list: ReadyJson<MachineRuntime[]>;
}

/** Builds the live list of each organization as serialized bytes, on request after a change. */
interface RuntimeBoards {
  read(tx: Tx, organizationId: OrganizationId): Promise<{ readonly etag: string; readonly list: MachineRuntime[] }>;
}

function createRuntimeBoards(db: Database, presence: Presence, clock: Clock): RuntimeBoards {
  const boards = new Map<OrganizationId, Board>();
  const renewing = new Set<OrganizationId>();
  // Counters restart with the server: a random part distinguishes the tags.
  const start = randomBytes(6).toString('base64url');

  async function make(tx: Tx, organizationId: OrganizationId): Promise<Board> {
    // Read before the data, so that a concurrent change causes another build.
    const version = presence.version(organizationId);
    const madeAt = clock.now();
    const online = presence.onlineIds(organizationId);
    const rows = await listRecentMachines(tx, organizationId, MACHINE_LIST_MAX_AGE_DAYS, online);
    const list = await ReadyJson.ofItems(rows, (row) => presentRuntime(row, presence.find(row.machine_id), madeAt));
    return { version, madeAt, etag: `${start}-${version}-${madeAt.toString(36)}`, machines: rows.length, list };
  }

  function keep(organizationId: OrganizationId, board: Board): void {
    boards.delete(organizationId);
    boards.set(organizationId, board);
    const [oldest] = boards.keys();
    if (boards.size > BOARDS_MAX && oldest !== undefined) boards.delete(oldest);
  }

  /** Rebuilds an outdated list; the caller gets the error if that fails. */
  async function renew(organizationId: OrganizationId): Promise<void> {
    if (renewing.has(organizationId)) return;
    renewing.add(organizationId);
    await inTenant(db, { organizationId }, (tx) => make(tx, organizationId))
      .then((board) => keep(organizationId, board))
      .catch(() => undefined);
    renewing.delete(organizationId);
  }

  return {
    async read(tx, organizationId) {
      const kept = boards.get(organizationId);
      const age = kept ? clock.now() - kept.madeAt : 0;
      const isCurrent = kept?.version === presence.version(organizationId) && age < AGE_MAX_MS;
      if (kept && !isCurrent && kept.machines > LARGE.machines && age < LARGE.ageMaxMs) {
        if (age >= LARGE.everyMs) void renew(organizationId);
        return { etag: kept.etag, list: kept.list.asValue() };
      }
      const board = isCurrent ? kept : await make(tx, organizationId);
      if (board !== kept) keep(organizationId, board);
      return { etag: board.etag, list: board.list.asValue() };
    },
  };
}

export function listMachineRuntimeRoute({ db, presence, clock }: MachineDeps): Route {
  const boards = createRuntimeBoards(db, presence, clock);
  return route(listMachineRuntime, async ({ query, tx, organizationId, setEtag }) => {
    if (query.ids === undefined) {
      const { etag, list } = await boards.read(tx, organizationId);
      setEtag(etag);
      return list;
    }
    const rows = await listNamedMachines(tx, organizationId, query.ids.split(',') as MachineId[]);
    const list = rows.map((row) => presentRuntime(row, presence.find(row.machine_id), clock.now()));
    setEtag(tagOf(list));
    return list;
  });
}

/** Ignores uptime and last sign of life of online machines, which grow without changes. */
function tagOf(list: readonly MachineRuntime[]): string {
  const changes = list.map((machine) => ({
    ...machine,
    uptime: null,
    lastSeen: machine.online ? null : machine.lastSeen,
  }));
  return createHash('sha256').update(JSON.stringify(changes)).digest('base64url').slice(0, 22);
}
