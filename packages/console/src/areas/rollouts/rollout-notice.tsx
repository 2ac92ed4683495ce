import type { ProfileId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { useRolloutUnderWay } from './queries.ts';

/** Says on a profile's page that a rollout is in progress, which blocks other changes of the profile. */
export function RolloutNotice({ profileId }: { readonly profileId: ProfileId }): ReactNode {
  const { t } = useTexts();
  const rollout = useRolloutUnderWay(profileId);
  if (!rollout) return null;
  const { groups, toRevision } = rollout;
  const at = groups.findIndex(({ state }) => state === 'running');
  return (
    <Notice
      tone={rollout.state === 'paused' ? 'warn' : 'info'}
      action={
        <ButtonLink variant="default" size="compact-sm" to={paths.rollout(profileId, rollout.id)}>
          {t('rollouts.notice.open')}
        </ButtonLink>
      }
    >
      {t(rollout.state === 'paused' ? 'rollouts.notice.paused' : 'rollouts.notice.running', {
        revision: toRevision,
        group: at + 1,
        groups: groups.length,
      })}
    </Notice>
  );
}
