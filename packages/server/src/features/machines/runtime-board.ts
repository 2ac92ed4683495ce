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
import { SerializedList } from './serialized-list.ts';
import { listNamedMachines, listRecentMachines, type MachineRow } from './store.ts';

/** Uptimes in a list grow without changes, so a list is rebuilt at this age. */
const AGE_MAX_MS = 60_000;
/** Up to this many changed machines are replaced in a list while the caller waits: some milliseconds. */
const FEW_CHANGED = 300;
/**
 * Large lists take a tenth of a second or more to build. After a change of more machines, they are built in the
 * background, at most this often; replies are never older than this.
 */
const LARGE = { machines: 2_000, everyMs: 2_000, ageMaxMs: 5_000 };
/** Maximum number of kept lists; each takes about 600 bytes per machine. */
const BOARDS_MAX = 200;

interface Board {
  readonly version: number;
  /** When all of it was made; machines that changed later are newer. */
  readonly madeAt: number;
  /** When it was last known to be up to date. */
  readonly currentAt: number;
  readonly etag: string;
  readonly list: SerializedList<MachineId, MachineRuntime>;
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

  function boardOf(version: number, madeAt: number, list: Board['list']): Board {
    return { version, madeAt, currentAt: clock.now(), etag: `${start}-${version}-${madeAt.toString(36)}`, list };
  }

  const present = (row: MachineRow) => presentRuntime(row, presence.find(row.machine_id), clock.now());

  async function make(tx: Tx, organizationId: OrganizationId): Promise<Board> {
    // Read before the data, so that a concurrent change causes another build.
    const version = presence.version(organizationId);
    const madeAt = clock.now();
    const online = presence.onlineIds(organizationId);
    const rows = await listRecentMachines(tx, organizationId, MACHINE_LIST_MAX_AGE_DAYS, online);
    return boardOf(version, madeAt, await SerializedList.of(rows, (row) => row.machine_id, present));
  }

  /** The list with the machines that have changed; undefined if it has to be made anew. */
  async function update(tx: Tx, organizationId: OrganizationId, kept: Board): Promise<Board | undefined> {
    const version = presence.version(organizationId);
    const changed = presence.changedSince(organizationId, kept.version);
    if (!changed || changed.size > FEW_CHANGED) return undefined;
    const rows = await listNamedMachines(tx, organizationId, [...changed]);
    // A machine that is new in the list or no longer in it, or a name, which the list is sorted by.
    const isInPlace =
      rows.length === changed.size && rows.every((row) => kept.list.find(row.machine_id)?.name === row.name);
    if (!isInPlace) return undefined;
    return boardOf(version, kept.madeAt, kept.list.with(new Map(rows.map((row) => [row.machine_id, present(row)]))));
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

  /** What a caller gets without a build; undefined if the list has to be made anew first. */
  async function keptOrUpdated(tx: Tx, organizationId: OrganizationId, kept: Board): Promise<Board | undefined> {
    const now = clock.now();
    const isOld = now - kept.madeAt >= AGE_MAX_MS;
    const isLarge = kept.list.length > LARGE.machines;
    if (isOld && !isLarge) return undefined;
    const isCurrent = kept.version === presence.version(organizationId);
    const board = isCurrent ? { ...kept, currentAt: now } : await update(tx, organizationId, kept);
    if (board && isOld) void renew(organizationId);
    if (board || !isLarge || now - kept.currentAt >= LARGE.ageMaxMs) return board;
    if (now - kept.madeAt >= LARGE.everyMs) void renew(organizationId);
    return kept;
  }

  return {
    async read(tx, organizationId) {
      const kept = boards.get(organizationId);
      const board = (kept && (await keptOrUpdated(tx, organizationId, kept))) ?? (await make(tx, organizationId));
      if (board !== kept) keep(organizationId, board);
      return { etag: board.etag, list: new ReadyJson<MachineRuntime[]>(board.list.bytes).asValue() };
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
