import { randomBytes } from 'node:crypto';
import { controlMachine } from '@berth/contract/api/machine-actions';
import { REMOTE_OPEN_MS, type RemotePayload } from '@berth/contract/device/remote';
import { type Route, route } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import { requirePower } from './policy.ts';
import { queueCommand } from './queue-command.ts';

export function controlMachineRoute(deps: CommandDeps): Route {
  return route(controlMachine, async (call) => {
    await requirePower(deps, call);
    const { path, viewerToken, machineToken } = deps.relay.open({
      organizationId: call.organizationId,
      userId: call.caller.userId,
    });
    // Eight characters, because RFB's password login looks at no more.
    const password = randomBytes(6).toString('base64url');
    const payload: RemotePayload = { path, token: machineToken, password };
    const command = await queueCommand(deps, call, 'remote', { ...payload });
    const expiresAt = new Date(deps.clock.now() + REMOTE_OPEN_MS).toISOString();
    return { command, path, token: viewerToken, password, expiresAt };
  });
}
