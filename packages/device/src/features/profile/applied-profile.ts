import { usableDefinition } from '@berth/contract/apps/usable';
import type { ShownProfile } from '@berth/contract/bridge/profile';
import { APPLY_ERROR_MAX, type Desired } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { fillMachineValues, type MachineValues } from '@berth/contract/profile/machine-values';
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

/** Parsed once per profile object, and shared by virtual machines with the same profile and values. */
const read = new WeakMap<object, Map<string, AppliedProfile>>();

/** Interprets the desired state for this machine; null without a profile. */
export function applyProfile(desired: Desired | null, machineId: MachineId): AppliedProfile | null {
  const profile = desired?.profile;
  if (!profile) return null;
  const known = read.get(profile) ?? new Map<string, AppliedProfile>();
  read.set(profile, known);
  const { deployment, machineName, tags = [] } = desired;
  const values: MachineValues = { id: machineId, name: machineName, tags };
  const own = JSON.stringify([deployment, values]);
  const found = known.get(deployment) ?? known.get(own);
  if (found) return found;
  const { id, name, revision, digest } = profile;
  const filled = fillMachineValues(ProfileDefinition, profile.definition, values);
  const { value, faults } = understandDefinition(filled.value);
  const applied: AppliedProfile = {
    id,
    name,
    revision,
    ...(digest && { digest }),
    definition: usableDefinition(value, deployment),
    faults: [faults, ...filled.faults].filter(Boolean).join('; ').slice(0, APPLY_ERROR_MAX) || null,
  };
  known.set(filled.hasPlaceholders ? own : deployment, applied);
  return applied;
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
