import { type Role, roleMay } from '@berth/contract/rules/permissions';
import { Problem } from '../../http/problem.ts';
import type { CommandDeps } from './deps.ts';
import type { CommandCall } from './queue-command.ts';
import { mayManagePower } from './rules.ts';
import { findDeployment } from './store.ts';

/** Ends the call with 'upgrade-required' where the machine's power may not be managed. */
export async function requirePower(
  { tierOf }: Pick<CommandDeps, 'tierOf'>,
  call: Pick<CommandCall, 'tx' | 'organizationId' | 'params'>,
): Promise<void> {
  const { tx, organizationId, params } = call;
  const deployment = await findDeployment(tx, { organizationId, machineId: params.id });
  if (!deployment) throw new Problem('not-found', 'There is no such machine.');
  if (!mayManagePower(await tierOf(tx, organizationId), deployment)) {
    throw new Problem('upgrade-required', 'Power management and remote control need Pro.');
  }
}

/** Ends the call where its caller may not use the machine's shell, or the organisation allows nobody to. */
export async function requireShell(
  { shellAllowed }: Pick<CommandDeps, 'shellAllowed'>,
  { tx, organizationId, role, caller }: CommandCall & { readonly role: Role },
): Promise<void> {
  const scopes = caller.apiKey?.scopes;
  if (!roleMay(role, 'machine.shell') || scopes?.includes('machine.shell') === false) {
    throw new Problem('forbidden', 'A terminal and files of a machine need the permission machine.shell.');
  }
  if (await shellAllowed(tx, organizationId)) return;
  throw new Problem(
    'shell-not-allowed',
    'The organisation does not allow shell commands: an administrator can switch them on.',
  );
}
