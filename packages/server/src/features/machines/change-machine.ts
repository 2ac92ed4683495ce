import { noteMachine, removeMachine, tagMachine } from '@berth/contract/api/machine-actions';
import { assignProfile, changeDeployment, renameMachine } from '@berth/contract/api/machines';
import { isLicensed } from '@berth/contract/limits';
import { cleanName } from '@berth/contract/rules/text';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { noSuchProfile, notFound } from './errors.ts';
import { presentMachine } from './present.ts';
import * as store from './store.ts';

export function renameMachineRoute({ bus, clock, presence }: MachineDeps): Route {
  return route(renameMachine, async ({ params, body, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    const before = await store.findMachine(tx, key);
    await store.renameMachine(tx, key, cleanName(body.name));
    const row = await store.findMachine(tx, key);
    if (!row) throw notFound();
    audit({ before: { name: before?.name }, after: { name: row.name } });
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return presentMachine(row, presence.find(params.id), clock.now());
  });
}

export function assignProfileRoute({ bus, clock, presence }: MachineDeps): Route {
  return route(assignProfile, async ({ params, body, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    if (!(await store.holdProfile(tx, organizationId, body.profileId))) throw noSuchProfile();
    const before = await store.findMachine(tx, key);
    await store.assignProfile(tx, key, body.profileId);
    const row = await store.findMachine(tx, key);
    if (!row) throw notFound();
    audit({ before: { profileId: before?.profile_id }, after: { profileId: row.profile_id } });
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return presentMachine(row, presence.find(params.id), clock.now());
  });
}

/** A registered machine has proven its key, so a product ID can be bound to it remotely. */
export function changeDeploymentRoute({ bus, clock, presence, claimVariant, refusedVariant }: MachineDeps): Route {
  return route(changeDeployment, async ({ params, body, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    const before = await store.findMachine(tx, key);
    if (!before) throw notFound();
    const deployment = await claimVariant(tx, params.id, body);
    // Without a deployment, the machine's own product ID applies.
    if (body.deployment === undefined && !isLicensed(deployment)) throw refusedVariant('product-id-required');
    await store.setDeployment(tx, key, deployment);
    const row = await store.findMachine(tx, key);
    if (!row) throw notFound();
    audit({ before: { deployment: before.deployment }, after: { deployment: row.deployment } });
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return presentMachine(row, presence.find(params.id), clock.now());
  });
}

export function tagMachineRoute({ bus, clock, presence }: MachineDeps): Route {
  return route(tagMachine, async ({ params, body, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    const before = await store.findMachine(tx, key);
    if (!before) throw notFound();
    const tags = await store.setTags(
      tx,
      key,
      body.tags.map((tag) => tag.normalize('NFC')),
    );
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    audit({ before: { tags: before.tags }, after: { tags } });
    return presentMachine({ ...before, tags }, presence.find(params.id), clock.now());
  });
}

export function noteMachineRoute({ clock, presence }: MachineDeps): Route {
  return route(noteMachine, async ({ params, body, tx, organizationId, audit }) => {
    const key = { organizationId, machineId: params.id };
    const before = await store.findMachine(tx, key);
    if (!before) throw notFound();
    const note = body.note.normalize('NFC').trim();
    await store.setNote(tx, key, note);
    audit({ before: { note: before.note }, after: { note } });
    return presentMachine({ ...before, note }, presence.find(params.id), clock.now());
  });
}

export function removeMachineRoute({ bus }: MachineDeps): Route {
  return route(removeMachine, async ({ params, tx, organizationId, afterCommit, audit }) => {
    const key = { organizationId, machineId: params.id };
    const row = await store.findMachine(tx, key);
    if (!row) throw notFound();
    await store.deleteMachine(tx, key);
    audit({ before: { name: row.name, profileId: row.profile_id, deployment: row.deployment } });
    // The gateway looks up the machine's organization and tells it that it was removed.
    afterCommit(() => bus.publish(MACHINE_CHANGED, key satisfies MachineChanged));
    return null;
  });
}
