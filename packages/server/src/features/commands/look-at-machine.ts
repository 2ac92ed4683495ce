import { lookAtMachine } from '@berth/contract/api/machine-actions';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { requirePower } from './policy.ts';

/** Looking on is one visit; whoever comes back after this long begins another one, and the audit log says so. */
const VISIT_MS = 15 * 60_000;

/** Who may control a machine's screen may see it small. Who has seen which one is in the audit log. */
export function lookAtMachineRoute(deps: CommandDeps): Route {
  const visits = new Map<string, number>();

  function isNewVisit(visit: string): boolean {
    const now = deps.clock.now();
    for (const [known, at] of visits) if (now - at > VISIT_MS) visits.delete(known);
    const isNew = !visits.has(visit);
    visits.set(visit, now);
    return isNew;
  }

  return route(lookAtMachine, async (call) => {
    await requirePower(deps, call);
    const { organizationId, caller, params, tx } = call;
    if (!deps.presence.isOnline(params.id)) return { state: 'offline', image: null, takenAt: null };
    const seen = deps.pictures.look({ organizationId, machineId: params.id });
    if (!seen) return { state: 'waiting', image: null, takenAt: null };
    if (seen.state === 'shown' && isNewVisit(`${caller.userId} ${params.id}`)) {
      await deps.recordWork(tx, organizationId, {
        action: 'machineActions.looked',
        actor: { kind: 'person', name: caller.email, id: caller.userId },
        target: { kind: 'machine', id: params.id },
      });
    }
    return { state: seen.state, image: seen.image, takenAt: new Date(seen.at).toISOString() };
  });
}
