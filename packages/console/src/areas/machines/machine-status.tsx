import type { MachineRuntime } from '@berth/contract/api/machines';
import { useTexts } from '@berth/web/i18n/store.ts';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockPause,
  IconCopy,
  IconStairsUp,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Status } from '../../ui/status.tsx';
import { useKnownRollout } from '../rollouts/queries.ts';
import { APPEARANCE, revisionStateOf, stateOf } from './machine-state.ts';

/** Online, updating, reboot needed or offline, as icon and word. */
export function MachineStatus({ machine }: { readonly machine: MachineRuntime }): ReactNode {
  const { t } = useTexts();
  const { tone, icon, word } = APPEARANCE[stateOf(machine)];
  return (
    <Status tone={tone} icon={icon}>
      {t(word)}
    </Status>
  );
}

/** Two computers use the key of one machine. */
export function CloneMark(): ReactNode {
  const { t } = useTexts();
  return (
    <Status tone="bad" icon={IconCopy}>
      {t('machines.need.cloned')}
    </Status>
  );
}

/** The applied revision beside the desired one; while a rollout is under way, which of the two revisions it is. */
export function RevisionStatus({ machine }: { readonly machine: MachineRuntime }): ReactNode {
  const { t } = useTexts();
  const state = revisionStateOf(machine);
  const { appliedRevision, desiredRevision, messages } = machine;
  const rollout = useKnownRollout(machine.profileId);
  // It may stand at the newest revision and leave out what it did not understand.
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
      <Status tone="good" icon={IconStairsUp}>
        {t('console.revision.rollingOut', { revision: desiredRevision })}
      </Status>
    );
  }
  if (state === 'current') {
    return (
      <Status tone="good" icon={IconCircleCheck}>
        {t('console.revision.current', { revision: desiredRevision })}
      </Status>
    );
  }
  return (
    <Status tone={machine.online ? 'warn' : 'neutral'} icon={machine.online ? IconClockPause : IconCircleDashed}>
      {appliedRevision === null
        ? t('console.revision.never', { desired: desiredRevision })
        : t('console.revision.pending', { applied: appliedRevision, desired: desiredRevision })}
    </Status>
  );
}
