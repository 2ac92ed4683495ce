import {
  COMMAND_EXPIRY_MS,
  type Deployment,
  isLicensed,
  type MgmtTier,
  PROMPT_EXPIRY_MS,
} from '@berth/contract/limits';
import { COMMANDS, type CommandType } from '@berth/contract/rules/commands';

/** How long a command may wait for its machine, in milliseconds. */
export function expiryOf(type: CommandType): number {
  return COMMANDS[type].waits ? COMMAND_EXPIRY_MS : PROMPT_EXPIRY_MS;
}

/** Power management and remote control need Pro; smart-series machines bring their license along (spec chapter 1). */
export function mayManagePower(tier: MgmtTier, deployment: Deployment): boolean {
  return tier !== 'free' || isLicensed(deployment);
}
