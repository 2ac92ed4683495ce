import { COMMAND_EXPIRY_MS, type Deployment, isLicensed, type MgmtTier } from '@berth/contract/limits';
import { COMMANDS, type CommandType } from '@berth/contract/rules/commands';

/** Time for a machine that is online to take a command; one that takes longer has lost its connection. */
const PROMPT_EXPIRY_MS = 30_000;

/** How long a command may wait for its machine, in milliseconds. */
export function expiryOf(type: CommandType): number {
  return COMMANDS[type].waits ? COMMAND_EXPIRY_MS : PROMPT_EXPIRY_MS;
}

/** Power management and remote control need Pro; smart-series machines bring their license along (spec chapter 1). */
export function mayManagePower(tier: MgmtTier, deployment: Deployment): boolean {
  return tier !== 'free' || isLicensed(deployment);
}
