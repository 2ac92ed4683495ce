import { controlMachine, readLiveView } from '@berth/contract/api/machine-actions';
import { REMOTE_OPEN_MS } from '@berth/contract/device/remote';
import { inTenant } from '../../db/transaction.ts';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { requirePower, requireShell } from './policy.ts';
import { queueCommand } from './queue-command.ts';

export function controlMachineRoute(deps: CommandDeps): Route {
  return route(controlMachine, async (call) => {
    await requirePower(deps, call);
    if (call.body.shell) await requireShell(deps, call);
    const { organizationId, caller, params, body } = call;
    const { reason, viewerKey, mode, shell } = body;
    const { path, viewerToken, machineToken } = deps.relay.open({
      organizationId,
      machineId: params.id,
      userId: caller.userId,
      openedBy: caller.apiKey?.id ?? caller.sessionId,
      withShell: shell,
      // Starts once the call is in the audit log.
      onEnd: (seconds) =>
        inTenant(deps.db, { organizationId }, (later) =>
          deps.recordWork(later, organizationId, {
            action: 'machineActions.remoteEnded',
            actor: { kind: 'person', name: caller.email, id: caller.userId },
            target: { kind: 'machine', id: params.id },
            after: { reason, mode, shell, seconds },
          }),
        ),
    });
    const payload = { path, token: machineToken, viewerKey, by: caller.email, reason, mode, shell };
    const command = await queueCommand(deps, call, 'remote', payload);
    call.audit({ after: { reason, mode, shell } });
    const expiresAt = new Date(deps.clock.now() + REMOTE_OPEN_MS).toISOString();
    return { command, path, token: viewerToken, expiresAt };
  });
}

/** Viewing again after this time counts as a new view in the audit log. */
const VIEWING_MS = 15 * 60_000;

/** The live view requires the permission for remote control. Each view is in the audit log. */
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
        action: 'machineActions.screenViewed',
        actor: { kind: 'person', name: caller.email, id: caller.userId },
        target: { kind: 'machine', id: params.id },
      });
    }
    return { state: seen.state, image: seen.image, takenAt: new Date(seen.at).toISOString() };
  });
}
