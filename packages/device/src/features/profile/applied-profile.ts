import { usableDefinition } from '@berth/contract/apps/usable';
import type { ShownProfile } from '@berth/contract/bridge/profile';
import type { Desired } from '@berth/contract/device/messages';
import type { Deployment } from '@berth/contract/limits';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { mapSecrets } from '@berth/contract/profile/secrets';
import { understandDefinition } from '../../state/schema.ts';

/** Secrets that are there to be shown: the guests' network on the screen, and the hotspot's as a QR code. */
const MEANT_TO_BE_SEEN: ReadonlySet<string> = new Set([
  '/thinhoc/customization/wifi_hint/password',
  '/system/network/wifi/hotspot/password',
]);

/** The profile that the machine shows, as far as this agent understands it. */
export interface AppliedProfile {
  readonly id: NonNullable<Desired['profile']>['id'];
  readonly name: string;
  readonly revision: number;
  /** Tells contents of the revision apart. */
  readonly digest?: string | undefined;
  /** Complete and with its secrets: for the agent's own parts only. */
  readonly definition: ProfileDefinition;
  readonly faults: string | null;
}

/** Read once for each profile that arrived, and shared by virtual machines that share it. */
const read = new WeakMap<object, Map<Deployment, AppliedProfile>>();

/** What the desired state means for this machine; null while it has no profile. */
export function applyProfile(desired: Desired | null): AppliedProfile | null {
  const profile = desired?.profile;
  if (!profile) return null;
  const known = read.get(profile) ?? new Map<Deployment, AppliedProfile>();
  read.set(profile, known);
  const { id, name, revision, digest, definition } = profile;
  const content = { id, name, revision, ...(digest && { digest }), definition };
  const applied = known.get(desired.deployment) ?? understoodFor(desired.deployment, content);
  known.set(desired.deployment, applied);
  return applied;
}

function understoodFor(
  deployment: Deployment,
  { definition: given, ...profile }: NonNullable<Desired['profile']>,
): AppliedProfile {
  const { value, faults } = understandDefinition(given);
  return { ...profile, definition: usableDefinition(value, deployment), faults };
}

/** What the session's page gets to know of it: everything but secrets. */
export function shownProfile(applied: AppliedProfile | null): ShownProfile {
  if (!applied) return null;
  const { id, name, revision } = applied;
  const definition = mapSecrets({ ...ProfileDefinition }, applied.definition, (secret, pointer) =>
    MEANT_TO_BE_SEEN.has(pointer) ? secret : '',
  ) as ProfileDefinition;
  return { id, name, revision, definition };
}
