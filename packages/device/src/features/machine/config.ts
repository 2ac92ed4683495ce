import type { MachineConfig, UserConfig } from '@berth/contract/bridge/methods';
import type { MachineId } from '@berth/contract/ids';
import { DEPLOYMENT_DEFAULT } from '@berth/contract/limits';
import { MachineContext } from '@berth/contract/profile/outside-profile';
import { mapSecrets } from '@berth/contract/profile/secrets';
import type { MachineState } from '../../state/machine-state.ts';
import { understandContext } from '../../state/schema.ts';

interface ConfigFacts {
  readonly releaseChannel: string;
  readonly timeZone: string;
  /** State of the unattended registration with the image's enrollment code. */
  readonly enrolling: MachineConfig['enrolling'];
}

/** Spec chapter 3, machine config. An unregistered machine is at first boot. */
export function machineConfig(
  id: MachineId,
  { desired }: MachineState,
  { releaseChannel, timeZone, enrolling }: ConfigFacts,
): MachineConfig {
  return {
    machine_id: id,
    firstboot: desired === null,
    testflight: isTestflight(releaseChannel),
    deployment: desired?.deployment ?? DEPLOYMENT_DEFAULT,
    current_profile_id: desired?.profile?.id ?? null,
    organization_id: desired?.organizationId ?? null,
    organization_name: desired?.organizationName ?? null,
    machine_name: desired?.machineName ?? null,
    time_zone: timeZone,
    enrolling: desired === null ? enrolling : null,
  };
}

/** Spec chapter 3, user config. */
export function userConfig(id: MachineId, releaseChannel: string): UserConfig {
  return { last_machine_id: id, testflight: isTestflight(releaseChannel) };
}

/** The machine's own settings for its page, without passwords. */
export function shownContext(desired: MachineState['desired']): MachineContext {
  return mapSecrets(MachineContext, understandContext(desired?.context ?? {}), () => '') as MachineContext;
}

function isTestflight(releaseChannel: string): boolean {
  return releaseChannel === 'beta';
}
