import { BATCH_MACHINES_MAX } from '@berth/contract/api/command-batches';
import type { BodyOf } from '@berth/contract/api/endpoint';
import { CHANGED_AT_ONCE_MAX, changeMachines } from '@berth/contract/api/fleet';
import type { MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Tx } from '../../../db/connection.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { machineSelector } from '../select-machines.ts';
import { holdProfile } from '../store.ts';
import { changeProfiles, changeTags, type Moved, type Retagged } from './store-changes.ts';

export function changeMachinesRoute({ bus, presence }: MachineDeps): Route {
  const select = machineSelector(presence);
  return route(changeMachines, async ({ body, tx, organizationId, afterCommit, audit }) => {
    const { addTags = [], removeTags = [], profileId, ...selector } = body;
    requireOne(Object.values(selector), 'needs exactly one of machineIds, tag, or filter');
    requireOne([body.addTags ?? body.removeTags, profileId], 'needs exactly one of tags or profile');
    const machines = await select(tx, organizationId, selector, BATCH_MACHINES_MAX + 1);
    if (machines.length > BATCH_MACHINES_MAX) throw invalid(`selects more than ${BATCH_MACHINES_MAX} machines`);
    const ids = machines.map(({ machineId }) => machineId);
    if (profileId !== undefined && !(await holdProfile(tx, organizationId, profileId))) {
      throw new ApiError('not-found', 'Profile not found in this organization.');
    }
    const { changed, undo } =
      profileId === undefined
        ? await retag(tx, organizationId, ids, normal(addTags), normal(removeTags))
        : await move(tx, organizationId, ids, profileId);
    afterCommit(() => announce(organizationId, changed));
    audit({
      target: { kind: 'organization', id: organizationId },
      // Undo information, if it is small enough for a log entry.
      ...(changed.length <= LOGGED_MAX && undo.length > 0 && { before: { changes: undo } }),
      after: { ...body, machines: changed.length },
    });
    const missing = body.machineIds ? body.machineIds.length - machines.length : 0;
    return { total: machines.length, missing, changed: changed.length, undo };
  });

  function announce(organizationId: OrganizationId, ids: readonly MachineId[]): void {
    for (const machineId of ids) {
      bus.publish(MACHINE_CHANGED, { organizationId, machineId } satisfies MachineChanged);
    }
  }
}

/** Maximum number of machines in a bulk change that can be undone from the log. */
const LOGGED_MAX = 100;

async function retag(
  tx: Tx,
  organizationId: OrganizationId,
  ids: readonly MachineId[],
  add: readonly string[],
  remove: readonly string[],
) {
  const retagged = await changeTags(tx, organizationId, ids, { add, remove });
  return { changed: retagged.map(({ machineId }) => machineId), undo: undoTags(retagged) };
}

async function move(tx: Tx, organizationId: OrganizationId, ids: readonly MachineId[], profileId: ProfileId) {
  const moved = await changeProfiles(tx, organizationId, ids, profileId);
  return { changed: moved.map(({ machineId }) => machineId), undo: undoProfiles(moved) };
}

function normal(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.normalize('NFC'));
}

// "All machines" must be explicit: a forgotten field must not change a fleet.
function requireOne(given: readonly unknown[], what: string): void {
  if (given.filter((value) => value !== undefined).length !== 1) throw invalid(`needs ${what}`);
}

function invalid(message: string): ApiError {
  return new ApiError('invalid-input', `The request ${message}.`, [{ path: '', rule: 'selection', message }]);
}

type Change = BodyOf<typeof changeMachines>;

/** The calls that restore the machines' previous profiles; none if one of them had no profile. */
export function undoProfiles(moved: readonly Moved[]): Change[] {
  const groups = Map.groupBy(moved, ({ before }) => before);
  if (groups.has(null)) return [];
  return [...groups].flatMap(([before, machines]) =>
    inCalls(machines.map(({ machineId }) => machineId)).map((machineIds) => ({
      machineIds,
      profileId: before as ProfileId,
    })),
  );
}

/** The calls that give each machine its previous tags: one for all machines that gained and lost the same tags. */
export function undoTags(retagged: readonly Retagged[]): Change[] {
  const groups = Map.groupBy(retagged, ({ before, after }) =>
    JSON.stringify([without(after, before), without(before, after)]),
  );
  return [...groups].flatMap(([key, machines]) => {
    const [gained, lost]: [string[], string[]] = JSON.parse(key);
    const back = { ...(gained.length > 0 && { removeTags: gained }), ...(lost.length > 0 && { addTags: lost }) };
    return inCalls(machines.map(({ machineId }) => machineId)).map((machineIds) => ({ machineIds, ...back }));
  });
}

function without(tags: readonly string[], others: readonly string[]): string[] {
  return tags.filter((tag) => !others.includes(tag)).sort();
}

function inCalls(ids: readonly MachineId[]): MachineId[][] {
  const calls = Math.ceil(ids.length / CHANGED_AT_ONCE_MAX);
  return Array.from({ length: calls }, (_, call) =>
    ids.slice(call * CHANGED_AT_ONCE_MAX, (call + 1) * CHANGED_AT_ONCE_MAX),
  );
}
