import type { LoginUser } from '@berth/contract/bridge/login';
import type { LoginMemory } from '../../state/machine-state.ts';
import { automaticAfter, type LoginSettings } from './settings.ts';

export const NOBODY_IN_PARTICULAR: LoginUser = { name: '', provider: 'automatic' };

/**
 * Who uses the machine. A login lasts until the machine is booted anew, also when the agent falls meanwhile; where the
 * profile logs in automatically, a boot begins with nobody in particular.
 */
export function userNow(settings: LoginSettings, kept: LoginMemory, bootId: string): LoginUser | null {
  if (settings.organizationId === null) return NOBODY_IN_PARTICULAR;
  const isAutomatic = automaticAfter(settings) !== null;
  if (kept.bootId !== bootId) return isAutomatic ? NOBODY_IN_PARTICULAR : null;
  return kept.user?.provider === 'automatic' && !isAutomatic ? null : kept.user;
}
