import { usableDefinition } from '@berth/contract/apps/usable';
import type { ShownProfile } from '@berth/contract/bridge/profile';
import type { Desired } from '@berth/contract/device/messages';
import type { Deployment } from '@berth/contract/limits';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { mapSecrets } from '@berth/contract/profile/secrets';
import { understandDefinition } from '../../state/schema.ts';

/** Secrets that the page shows: the guest network, and the hotspot's password as a QR code. */
const MEANT_TO_BE_SEEN: ReadonlySet<string> = new Set([
  '/thinhoc/customization/wifi_hint/password',
  '/system/network/wifi/hotspot/password',
]);

/** The profile that the machine shows: the parts that this agent understands. */
export interface AppliedProfile {
  readonly id: NonNullable<Desired['profile']>['id'];
  readonly name: string;
  readonly revision: number;
  /** Distinguishes contents of the same revision. */
  readonly digest?: string | undefined;
  /** Complete, including secrets: not for the page. */
  readonly definition: ProfileDefinition;
  readonly faults: string | null;
}

/** Parsed once per profile object, and shared by virtual machines with the same profile. */
const read = new WeakMap<object, Map<Deployment, AppliedProfile>>();

/** Interprets the desired state for this machine; null without a profile. */
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

/** The profile for the session's page: everything but secrets. */
export function shownProfile(applied: AppliedProfile | null): ShownProfile {
  if (!applied) return null;
  const { id, name, revision } = applied;
  const definition = mapSecrets({ ...ProfileDefinition }, applied.definition, (secret, pointer) =>
    MEANT_TO_BE_SEEN.has(pointer) ? secret : '',
  ) as ProfileDefinition;
  return { id, name, revision, definition };
}
