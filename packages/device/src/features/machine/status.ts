import type { MachineStatusReply } from '@berth/contract/bridge/methods';
import type { MachineFacts } from '../../system/ports/machine.ts';

/** Updating comes first: what is being installed may be what needs the reboot. */
export function machineStatus(facts: MachineFacts, updating: string | null): MachineStatusReply {
  if (updating !== null) return { status: 'updating', message: updating };
  return { status: facts.rebootNeeded() ? 'reboot-needed' : 'normal', message: '' };
}
