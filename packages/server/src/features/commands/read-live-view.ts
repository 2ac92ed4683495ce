import { readLiveView } from '@berth/contract/api/machine-actions';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { requirePower } from './policy.ts';

/** Looking on is one visit; whoever comes back after this long begins another one, and the audit log says so. */
const VIEWING_MS = 15 * 60_000;

/** Who may control a machine's screen may see it small. Who has seen which one is in the audit log. */
export function readLiveViewRoute(deps: CommandDeps): Route {
  const viewings = new Map<string, number>();

  function isNewViewing(viewing: string): boolean {
    const now = deps.clock.now();
    for (const [known, at] of viewings) if (now - at > VIEWING_MS) viewings.delete(known);
    const isNew = !viewings.has(viewing);
    viewings.set(viewing, now);
    return isNew;
  }

  return route(readLiveView, async (call) => {
    await requirePower(deps, call);
    const { organizationId, caller, params, tx } = call;
    if (!deps.presence.isOnline(params.id)) return { state: 'offline', image: null, takenAt: null };
    const seen = deps.liveViews.latest({ organizationId, machineId: params.id });
    if (!seen) return { state: 'waiting', image: null, takenAt: null };
    if (seen.state === 'shown' && isNewViewing(`${caller.userId} ${params.id}`)) {
      await deps.recordWork(tx, organizationId, {
        action: 'machineActions.looked',
        actor: { kind: 'person', name: caller.email, id: caller.userId },
        target: { kind: 'machine', id: params.id },
      });
    }
    return { state: seen.state, image: seen.image, takenAt: new Date(seen.at).toISOString() };
  });
}
