import type { BodyOf } from '@berth/contract/api/endpoint';
import { CHANGED_AT_ONCE_MAX, type changeMachines } from '@berth/contract/api/fleet';
import type { MachineId, ProfileId } from '@berth/contract/ids';

type Change = BodyOf<typeof changeMachines>;

/** A machine that was given another profile, and which it had. */
export interface Moved {
  readonly machineId: MachineId;
  readonly before: ProfileId | null;
}

/** What gives machines the profiles back that they had; nothing where one of them had none. */
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

/**
 * What takes one tag off again, or puts it back. Nothing for several tags at once: which of them a machine had before is
 * not known.
 */
export function undoTags(changed: readonly MachineId[], add: readonly string[], remove: readonly string[]): Change[] {
  if (add.length + remove.length !== 1) return [];
  const back = add.length > 0 ? { removeTags: [...add] } : { addTags: [...remove] };
  return inCalls(changed).map((machineIds) => ({ machineIds, ...back }));
}

function inCalls(ids: readonly MachineId[]): MachineId[][] {
  const calls = Math.ceil(ids.length / CHANGED_AT_ONCE_MAX);
  return Array.from({ length: calls }, (_, call) =>
    ids.slice(call * CHANGED_AT_ONCE_MAX, (call + 1) * CHANGED_AT_ONCE_MAX),
  );
}
