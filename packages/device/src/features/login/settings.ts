import type { LoginUser } from '@berth/contract/bridge/login';
import type { Desired } from '@berth/contract/device/messages';
import { AUTO_LOGIN_TIMEOUT_S_DEFAULT } from '@berth/contract/limits';
import { applyDefaults } from '@berth/contract/profile/defaults';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { OrganizationAuth } from '@berth/contract/profile/outside-profile';
import type { Auth } from '@berth/contract/profile/system';
import type Type from 'typebox';
import type { LoginMemory } from '../../state/machine-state.ts';
import { tolerantChecker } from '../../state/schema.ts';

/** The login settings of the organization and the profile (spec chapter 3). */
export interface LoginSettings {
  /** Null at first boot: no login is needed. */
  readonly organizationId: Desired['organizationId'] | null;
  readonly providers: OrganizationAuth;
  readonly auth: Type.Static<typeof Auth> | null;
}

const check = tolerantChecker(OrganizationAuth);

/** The login settings of the desired state; invalid settings count as defaults. */
export function loginSettings(desired: Desired | null, definition: ProfileDefinition | undefined): LoginSettings {
  const given = applyDefaults(OrganizationAuth, desired?.auth ?? {});
  const providers = check(given).length === 0 ? given : applyDefaults(OrganizationAuth, {});
  return { organizationId: desired?.organizationId ?? null, providers, auth: definition?.system.auth ?? null };
}

/** Seconds until the greeter starts a session automatically; null if a login is required. */
export function automaticAfter({ organizationId, auth }: LoginSettings): number | null {
  if (organizationId === null) return 1;
  if (auth?.mode === 'external-login') return null;
  return auth?.['auto-login-timeout'] ?? AUTO_LOGIN_TIMEOUT_S_DEFAULT;
}

export const NOBODY_IN_PARTICULAR: LoginUser = { name: '', provider: 'automatic' };

/**
 * The machine's user. A login lasts until the next boot and survives an agent crash. With automatic login, a boot
 * starts with an anonymous user.
 */
export function userNow(settings: LoginSettings, kept: LoginMemory, bootId: string): LoginUser | null {
  if (settings.organizationId === null) return NOBODY_IN_PARTICULAR;
  const isAutomatic = automaticAfter(settings) !== null;
  if (kept.bootId !== bootId) return isAutomatic ? NOBODY_IN_PARTICULAR : null;
  return kept.user?.provider === 'automatic' && !isAutomatic ? null : kept.user;
}
