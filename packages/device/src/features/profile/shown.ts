import type { ShownProfile } from '@berth/contract/bridge/methods';
import type { Desired } from '@berth/contract/device/messages';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { mapSecrets } from '@berth/contract/profile/secrets';
import { understand } from './understand.ts';

/** Secrets that are there to be shown: the guests' network on the screen, and the hotspot's as a QR code. */
const MEANT_TO_BE_SEEN: ReadonlySet<string> = new Set([
  '/thinhoc/customization/wifi_hint/password',
  '/system/network/wifi/hotspot/password',
]);

/** The profile that the machine shows, with what was understood of it. */
export interface AppliedProfile {
  readonly id: NonNullable<Desired['profile']>['id'];
  readonly name: string;
  readonly revision: number;
  /** Complete and with its secrets: for the agent's own parts only. */
  readonly definition: ProfileDefinition;
  readonly problems: string | null;
}

/** Read once for each profile that arrived, and shared by virtual machines that share it. */
const read = new WeakMap<object, AppliedProfile>();

/** What the desired state means for this machine; null while it has no profile. */
export function applyProfile(desired: Desired | null): AppliedProfile | null {
  const profile = desired?.profile;
  if (!profile) return null;
  const known = read.get(profile);
  if (known) return known;
  const { id, name, revision, definition } = profile;
  const applied = { id, name, revision, ...understand(definition) };
  read.set(profile, applied);
  return applied;
}

/** What the session's page gets to know of it: everything but secrets. */
export function shownProfile(applied: AppliedProfile | null): ShownProfile {
  if (!applied) return null;
  const { id, name, revision } = applied;
  const hidden = mapSecrets({ ...ProfileDefinition }, applied.definition, (secret, pointer) =>
    MEANT_TO_BE_SEEN.has(pointer) ? secret : '',
  );
  return { id, name, revision, definition: hidden as Record<string, unknown> };
}
