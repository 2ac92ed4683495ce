import type { OrganizationId } from '@berth/contract/ids';
import {
  COMMAND_EXPIRY_MS,
  type Deployment,
  isLicensed,
  type MgmtTier,
  PROMPT_EXPIRY_MS,
} from '@berth/contract/limits';
import { COMMANDS, type CommandType } from '@berth/contract/rules/commands';
import { type Role, roleMay } from '@berth/contract/rules/permissions';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Caller } from '../../http/route.ts';
import type { CommandDeps } from './deps.ts';
import type { CommandCall } from './queue-command.ts';
import { findDeployment } from './store.ts';

/** Throws 'upgrade-required' if power management is not available for the machine. */
export async function requirePower(
  { tierOf }: Pick<CommandDeps, 'tierOf'>,
  call: Pick<CommandCall, 'tx' | 'organizationId' | 'params'>,
): Promise<void> {
  const { tx, organizationId, params } = call;
  const deployment = await findDeployment(tx, { organizationId, machineId: params.id });
  if (!deployment) throw new ApiError('not-found', 'Machine not found.');
  if (!mayManagePower(await tierOf(tx, organizationId), deployment)) {
    throw new ApiError('upgrade-required', 'Power management and remote control require Pro.');
  }
}

/** Proof of permission, required to queue anything that runs in a machine's shell. */
export class ShellPermit {
  readonly #isPassed = true;

  private constructor() {}

  /** Throws 'shell-not-allowed' if the organization does not allow shell commands. */
  static async ofOrganization(
    { shellAllowed }: Pick<CommandDeps, 'shellAllowed'>,
    tx: Tx,
    organizationId: OrganizationId,
  ): Promise<ShellPermit> {
    if (await shellAllowed(tx, organizationId)) return new ShellPermit();
    throw new ApiError(
      'shell-not-allowed',
      'The organization does not allow shell commands. An administrator can turn them on.',
    );
  }

  get isPassed(): boolean {
    return this.#isPassed;
  }
}

interface ShellCall {
  readonly tx: Tx;
  readonly organizationId: OrganizationId;
  readonly role: Role;
  readonly caller: Caller;
}

/**
 * The only access check for the shell of machines: for commands, the terminal and shell buttons. The caller needs the
 * permission (a key its scope), and the organization must allow shell commands. Throws 'forbidden' or
 * 'shell-not-allowed'.
 */
export async function requireShell(
  deps: Pick<CommandDeps, 'shellAllowed'>,
  { tx, organizationId, role, caller }: ShellCall,
): Promise<ShellPermit> {
  const scopes = caller.apiKey?.scopes;
  if (!roleMay(role, 'machine.shell') || scopes?.includes('machine.shell') === false) {
    throw new ApiError('forbidden', 'Running shell commands on machines requires the permission machine.shell.');
  }
  return ShellPermit.ofOrganization(deps, tx, organizationId);
}

/** How long a command may wait for its machine, in milliseconds. */
export function expiryOf(type: CommandType): number {
  return COMMANDS[type].waits ? COMMAND_EXPIRY_MS : PROMPT_EXPIRY_MS;
}

/** Power management and remote control require Pro; smart-series machines include a license (spec chapter 1). */
export function mayManagePower(tier: MgmtTier, deployment: Deployment): boolean {
  return tier !== 'free' || isLicensed(deployment);
}
