import { tagMachine } from '@berth/contract/api/machine-actions';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { type Route, route } from '../../http/route.ts';
import type { MachineDeps } from './deps.ts';
import { notFound } from './errors.ts';
import { presentMachine } from './present.ts';
import * as store from './store.ts';

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
