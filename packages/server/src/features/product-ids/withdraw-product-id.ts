import { withdrawProductId } from '@berth/contract/api/product-ids';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import { asSystem, inTenant } from '../../db/transaction.ts';
import { MACHINE_CHANGED, type MachineChanged } from '../../gateway/topics.ts';
import { ApiError } from '../../http/api-error.ts';
import { requirePlatformAdministrator } from '../../http/platform-administrator.ts';
import { type Route, route } from '../../http/route.ts';
import type { ProductIdDeps } from './routes.ts';
import * as store from './store.ts';

export function withdrawProductIdRoute({ db, bus, recordWork }: ProductIdDeps): Route {
  return route(withdrawProductId, async ({ params, caller }) => {
    requirePlatformAdministrator(caller);
    const withdrawn = await asSystem(db, (tx) => store.withdrawProductId(tx, params.id));
    if (!withdrawn) throw new ApiError('not-found', 'Not found.');
    const { organizationId, machineId, deployment } = withdrawn;
    if (organizationId === null || machineId === null) return null;
    await inTenant(db, { organizationId }, (tx) =>
      recordWork(tx, organizationId, {
        action: withdrawProductId.id,
        actor: { kind: 'person', id: caller.userId, name: caller.email },
        target: { kind: 'machine', id: machineId },
        before: { deployment },
        after: { deployment: DEPLOYMENT_DEFAULT },
      }),
    );
    bus.publish(MACHINE_CHANGED, { organizationId, machineId } satisfies MachineChanged);
    return null;
  });
}
