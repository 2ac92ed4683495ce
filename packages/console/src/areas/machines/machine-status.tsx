import { AWAY_DAYS } from '@berth/contract/api/fleet';
import type { Machine, MachineRuntime } from '@berth/contract/api/machines';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockPause,
  IconCloudOff,
  IconCopy,
  IconDownload,
  IconRefreshAlert,
  IconStairsUp,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QuietStatus, Status, type Tone } from '../../ui/status.tsx';
import { useNow } from '../parts/use-now.ts';
import { useKnownRollout } from '../rollouts/queries.ts';

export const APPEARANCE: Record<MachineState, Appearance> = {
  online: { tone: 'neutral', icon: IconCircleCheck, word: 'console.state.online' },
  updating: { tone: 'info', icon: IconDownload, word: 'console.state.updating' },
  'reboot-needed': { tone: 'warn', icon: IconRefreshAlert, word: 'console.state.reboot-needed' },
  offline: { tone: 'neutral', icon: IconCloudOff, word: 'console.state.offline' },
};

/** In display order. */
export const MACHINE_STATES = Object.keys(APPEARANCE) as readonly MachineState[];

/** Online, updating, reboot needed or offline. Normal states are plain text; others have an icon and a color. */
export function MachineStatus({ machine }: { readonly machine: MachineRuntime }): ReactNode {
  const { t, duration } = useTexts();
  const now = useNow();
  const state = stateOf(machine);
  const { tone, icon, word } = APPEARANCE[state];
  const goneFor =
    state === 'offline' && machine.lastSeen !== null ? Math.max(0, now - Date.parse(machine.lastSeen)) / 1_000 : 0;
  const isAway = goneFor > AWAY_DAYS * 86_400;
  const text = goneFor > 0 ? t('machines.state.offlineFor', { state: t(word), duration: duration(goneFor) }) : t(word);
  if (tone === 'neutral' && !isAway) return <QuietStatus>{text}</QuietStatus>;
  return (
    <Status tone={isAway ? 'warn' : tone} icon={icon}>
      {text}
    </Status>
  );
}

/** A machine's most important problem, in one line of a table; without problems its state. */
export function MachineCondition({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  if (machine.clone) return <CloneMark />;
  if (machine.messages.length === 0) return <MachineStatus machine={machine} />;
  return (
    <span title={machine.messages.join('\n')}>
      <Status tone="bad" icon={IconAlertCircle}>
        {t('machines.need.faulty')}
      </Status>
    </span>
  );
}

/** Marks a machine whose key is used by two computers. */
function CloneMark(): ReactNode {
  const { t } = useTexts();
  return (
    <Status tone="bad" icon={IconCopy}>
      {t('machines.need.cloned')}
    </Status>
  );
}

/** The applied and the desired revision; during a rollout, which of its two revisions the machine has. */
export function RevisionStatus({ machine }: { readonly machine: MachineRuntime }): ReactNode {
  const { t } = useTexts();
  const state = revisionStateOf(machine);
  const { desiredRevision, messages } = machine;
  const rollout = useKnownRollout(machine.profileId);
  // A machine at the newest revision may still have skipped parts of it.
  if (messages.length > 0) {
    return (
      <span title={messages.join('\n')}>
        <Status tone="bad" icon={IconAlertTriangle}>
          {t('machines.need.faulty')}
        </Status>
      </span>
    );
  }
  if (state === 'none') return <Status tone="neutral">{t('console.revision.none')}</Status>;
  if (state === 'current' && rollout && desiredRevision === rollout.toRevision) {
    return (
      <Status tone="neutral" icon={IconStairsUp}>
        {t('console.revision.rollingOut', { revision: desiredRevision })}
      </Status>
    );
  }
  if (state === 'current') {
    return <QuietStatus>{t('console.revision.current', { revision: desiredRevision })}</QuietStatus>;
  }
  return (
    <Status tone={machine.online ? 'warn' : 'neutral'} icon={machine.online ? IconClockPause : IconCircleDashed}>
      {pendingText(machine, t)}
    </Status>
  );
}

function pendingText({ appliedRevision: applied, desiredRevision: desired }: MachineRuntime, t: Texts['t']): string {
  if (applied === null) return t('console.revision.never', { desired });
  return applied === desired ? t('console.revision.layers') : t('console.revision.pending', { applied, desired });
}

/** The states of a machine. */
export type MachineState = 'online' | 'offline' | Exclude<MachineRuntime['status'], 'normal'>;

/** A machine's status is known only while it is online (spec chapter 4). */
export function stateOf(machine: MachineRuntime): MachineState {
  if (!machine.online) return 'offline';
  return machine.status === 'normal' ? 'online' : machine.status;
}

interface Appearance {
  readonly tone: Tone;
  readonly icon: TablerIcon;
  readonly word: MessageKey;
}

/** Whether a machine shows what its profile and layers make now. */
type RevisionState = 'none' | 'current' | 'pending';

export function revisionStateOf({ upToDate }: MachineRuntime): RevisionState {
  if (upToDate === null) return 'none';
  return upToDate ? 'current' : 'pending';
}
