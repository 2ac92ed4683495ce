import { controlMachine } from '@berth/contract/api/machine-actions';
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
      userId: caller.userId,
      // Begun as the call is in the audit log already.
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
