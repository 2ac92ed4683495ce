import type { BodyOf } from '@berth/contract/api/endpoint';
import { changeMachines } from '@berth/contract/api/fleet';
import {
  changeDeployment,
  changeMachineContext,
  listOrganizationMachines,
  readMachine,
  readMachineContext,
} from '@berth/contract/api/machines';
import { changeAuth, changeSwitches, readAuth, readSwitches } from '@berth/contract/api/organization-settings';
import { changeSchedule, readSchedule, type Schedule } from '@berth/contract/api/schedules';
import { changeTagRule, listTagRules, type TagRule } from '@berth/contract/api/tag-rules';
import { changeWebhook, listWebhooks, type Webhook } from '@berth/contract/api/webhooks';
import type { MachineId, OrganizationId, ScheduleId, TagRuleId, WebhookId } from '@berth/contract/ids';
import { OPEN_DEPLOYMENTS } from '@berth/contract/limits';
import { call } from '@berth/web/data/call.ts';
import { activeOrganizationId } from '../../data/active-organization.ts';
import { callRevised } from '../../data/revised.ts';
import { sameJson } from '../../lib/merge-patch.ts';
import { draftOf, wantedOf } from '../schedules/draft.ts';
import type { Fields, Undoings } from './undo.ts';

/** How changes of settings are taken back: of the organization, of a machine, of schedules, webhooks and many machines. */
export const SETTINGS_UNDOINGS: Undoings = {
  [changeSwitches.id](id, { shellCommands }, after) {
    if (typeof shellCommands !== 'boolean') return undefined;
    const params = { id: id as OrganizationId };
    return {
      permission: 'organization.write',
      holds: async () => (await call(readSwitches, { params })).shellCommands === after.shellCommands,
      takeBack: () => call(changeSwitches, { params, body: { shellCommands } }),
    };
  },
  [changeAuth.id](id, before, after) {
    // A replaced secret is not in the log.
    if (before.replacesSecret === true) return undefined;
    const params = { id: id as OrganizationId };
    return {
      permission: 'auth.write',
      holds: async () => sameJson((await call(readAuth, { params })).data, after),
      takeBack: async () => {
        const { revision: ifMatch } = await callRevised(readAuth, { params });
        return call(changeAuth, { params, body: { ...before }, ifMatch });
      },
    };
  },
  [changeMachineContext.id](id, before, after) {
    if (before.replacesSecret === true) return undefined;
    const params = { id: id as MachineId };
    return {
      permission: 'machine.write',
      holds: async () => sameJson(await call(readMachineContext, { params }), after),
      takeBack: async () => {
        const { revision: ifMatch } = await callRevised(readMachineContext, { params });
        return call(changeMachineContext, { params, body: { ...before }, ifMatch });
      },
    };
  },
  [changeDeployment.id](id, { deployment }, after) {
    const open = OPEN_DEPLOYMENTS.find((each) => each === deployment);
    const params = { id: id as MachineId };
    return {
      permission: 'machine.write',
      holds: async () => (await call(readMachine, { params })).deployment === after.deployment,
      // A licensed variant comes back by the product ID that is bound to the machine.
      takeBack: () => call(changeDeployment, { params, body: open ? { deployment: open } : {} }),
    };
  },
  [changeSchedule.id](id, before) {
    const orgId = activeOrganizationId();
    const schedule = before as unknown as Schedule;
    if (orgId === null || typeof schedule.revision !== 'number') return undefined;
    const params = { orgId, scheduleId: id as ScheduleId };
    const made = schedule.revision + 1;
    return {
      permission: 'machine.command',
      holds: async () => (await call(readSchedule, { params })).revision === made,
      takeBack: () => {
        // The command is not sent at once because its time comes back.
        const body = wantedOf({ ...draftOf(schedule), startsAtOnce: false });
        return call(changeSchedule, { params, body, ifMatch: made });
      },
    };
  },
  [changeTagRule.id](id, before) {
    const orgId = activeOrganizationId();
    if (orgId === null) return undefined;
    const { id: _, revision, author: __, createdAt: ___, ...body } = before as unknown as TagRule;
    const params = { orgId, ruleId: id as TagRuleId };
    const made = revision + 1;
    return {
      permission: 'machine.write',
      holds: async () => {
        const now = await call(listTagRules, { params: { orgId } });
        return now.find((each) => each.id === id)?.revision === made;
      },
      takeBack: () => call(changeTagRule, { params, body, ifMatch: made }),
    };
  },
  [changeWebhook.id](id, before, after) {
    const orgId = activeOrganizationId();
    if (orgId === null) return undefined;
    const { url, events, enabled } = before as unknown as Webhook;
    return {
      permission: 'keys.write',
      holds: async () => {
        const now = (await call(listWebhooks, { params: { id: orgId } })).find((each) => each.id === id);
        return sameJson(now, after);
      },
      takeBack: () =>
        call(changeWebhook, { params: { id: orgId, webhookId: id as WebhookId }, body: { url, events, enabled } }),
    };
  },
  [changeMachines.id](id, { changes }, after) {
    if (!Array.isArray(changes)) return undefined;
    const orgId = id as OrganizationId;
    const calls: readonly BodyOf<typeof changeMachines>[] = changes;
    const ids = calls.flatMap(({ machineIds = [] }) => machineIds);
    return {
      permission: 'machine.write',
      holds: async () => {
        for (let at = 0; at < ids.length; at += IDS_IN_ADDRESS) {
          const some = ids.slice(at, at + IDS_IN_ADDRESS);
          const filter = JSON.stringify({ where: { id: { inq: some } }, limit: some.length });
          const machines = await call(listOrganizationMachines, { params: { orgId }, query: { filter } });
          if (machines.length < some.length || !machines.every((machine) => isAs(machine, after))) return false;
        }
        return true;
      },
      takeBack: async () => {
        for (const body of calls) await call(changeMachines, { params: { orgId }, body });
      },
    };
  },
};

/** Machines per call; longer addresses would be refused. */
const IDS_IN_ADDRESS = 100;

/** Whether a machine is as a bulk change left it. */
function isAs(
  machine: { readonly profileId: string | null; readonly tags: readonly string[] },
  after: Fields,
): boolean {
  const { profileId, addTags = [], removeTags = [] } = after;
  if (profileId !== undefined && machine.profileId !== profileId) return false;
  const has = (tag: unknown) => machine.tags.some((each) => each === tag);
  return Array.isArray(addTags) && addTags.every(has) && Array.isArray(removeTags) && !removeTags.some(has);
}
