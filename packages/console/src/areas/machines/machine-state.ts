import type { MachineRuntime } from '@berth/contract/api/machines';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import type { TablerIcon } from '@tabler/icons-react';
import { IconCircleCheck, IconCloudOff, IconDownload, IconRefreshAlert } from '@tabler/icons-react';
import type { Tone } from '../../ui/status.tsx';

/** What an administrator sees first of a machine. */
export type MachineState = 'online' | 'updating' | 'reboot-needed' | 'offline';

export const MACHINE_STATES: readonly MachineState[] = ['online', 'updating', 'reboot-needed', 'offline'];

/** What a machine does is only known while it is online (spec chapter 4). */
export function stateOf(machine: MachineRuntime): MachineState {
  if (!machine.online) return 'offline';
  return machine.status === 'normal' ? 'online' : machine.status;
}

interface Appearance {
  readonly tone: Tone;
  readonly icon: TablerIcon;
  readonly word: MessageKey;
}

export const APPEARANCE: Record<MachineState, Appearance> = {
  online: { tone: 'good', icon: IconCircleCheck, word: 'console.state.online' },
  updating: { tone: 'warn', icon: IconDownload, word: 'console.state.updating' },
  'reboot-needed': { tone: 'warn', icon: IconRefreshAlert, word: 'console.state.reboot-needed' },
  offline: { tone: 'neutral', icon: IconCloudOff, word: 'console.state.offline' },
};

/** Whether a machine shows what its profile says now. */
export type RevisionState = 'none' | 'current' | 'pending';

export function revisionStateOf({ desiredRevision, appliedRevision }: MachineRuntime): RevisionState {
  if (desiredRevision === null) return 'none';
  return appliedRevision === desiredRevision ? 'current' : 'pending';
}
