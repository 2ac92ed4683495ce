import { Problem } from '../../http/problem.ts';
import type { CommandDeps } from './deps.ts';
import type { CommandCall } from './queue-command.ts';
import { mayManagePower } from './rules.ts';
import { findDeployment } from './store.ts';

/** Ends the call with 'upgrade-required' where the machine's power may not be managed. */
export async function requirePower({ tierOf }: Pick<CommandDeps, 'tierOf'>, call: CommandCall): Promise<void> {
  const { tx, organizationId, params } = call;
  const deployment = await findDeployment(tx, { organizationId, machineId: params.id });
  if (!deployment) throw new Problem('not-found', 'There is no such machine.');
  if (!mayManagePower(await tierOf(tx, organizationId), deployment)) {
    throw new Problem('upgrade-required', 'Power management and remote control need Pro.');
  }
}
