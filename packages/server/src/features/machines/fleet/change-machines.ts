import { BATCH_MACHINES_MAX } from '@berth/contract/api/command-batches';
import { changeMachines } from '@berth/contract/api/fleet';
import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { MACHINE_CHANGED, type MachineChanged } from '../../../gateway/topics.ts';
import { Problem } from '../../../http/problem.ts';
import { type Route, route } from '../../../http/route.ts';
import type { MachineDeps } from '../deps.ts';
import { machineSelector } from '../select-machines.ts';
import { holdProfile } from '../store.ts';
import { changeProfiles, changeTags } from './store.ts';

export function changeMachinesRoute({ bus, presence }: MachineDeps): Route {
  const select = machineSelector(presence);
  return route(changeMachines, async ({ body, tx, organizationId, afterCommit, audit }) => {
    const { addTags = [], removeTags = [], profileId, ...selector } = body;
    requireOne(Object.values(selector), 'machineIds, tag or filter, and only one of them');
    requireOne([body.addTags ?? body.removeTags, profileId], 'tags or a profile, and only one of them');
    const machines = await select(tx, organizationId, selector, BATCH_MACHINES_MAX + 1);
    if (machines.length > BATCH_MACHINES_MAX) throw invalid(`means more than ${BATCH_MACHINES_MAX} machines`);
    const ids = machines.map(({ machineId }) => machineId);
    if (profileId !== undefined && !(await holdProfile(tx, organizationId, profileId))) {
      throw new Problem('not-found', 'The organization has no such profile.');
    }
    const changed =
      profileId === undefined
        ? await changeTags(tx, organizationId, ids, { add: normal(addTags), remove: normal(removeTags) })
        : await changeProfiles(tx, organizationId, ids, profileId);
    afterCommit(() => announce(organizationId, changed));
    audit({ target: { kind: 'organization', id: organizationId }, after: { ...body, machines: changed.length } });
    return { total: machines.length, changed: changed.length };
  });

  function announce(organizationId: OrganizationId, ids: readonly MachineId[]): void {
    for (const machineId of ids) {
      bus.publish(MACHINE_CHANGED, { organizationId, machineId } satisfies MachineChanged);
    }
  }
}

function normal(tags: readonly string[]): string[] {
  return tags.map((tag) => tag.normalize('NFC'));
}

// "All machines" has to be said: a forgotten field must not change a fleet.
function requireOne(given: readonly unknown[], what: string): void {
  if (given.filter((value) => value !== undefined).length !== 1) throw invalid(`needs ${what}`);
}

function invalid(message: string): Problem {
  return new Problem('invalid-input', `The request ${message}.`, [{ path: '', rule: 'selection', message }]);
}
