import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';
import { ButtonLink } from '../parts/links.tsx';
import { type RolledOut, useRolloutUnderWay } from './queries.ts';

interface NoticeProps {
  readonly orgId: OrganizationId;
  readonly of: RolledOut;
}

/** Says on the page of a profile or layer that a rollout is in progress, which blocks other changes. */
export function RolloutNotice({ orgId, of }: NoticeProps): ReactNode {
  const { t } = useTexts();
  const rollout = useRolloutUnderWay(orgId, of);
  if (!rollout) return null;
  const { groups, toRevision } = rollout;
  const at = groups.findIndex(({ state }) => state === 'running');
  return (
    <Notice
      tone={rollout.state === 'paused' ? 'warn' : 'info'}
      action={
        <ButtonLink variant="default" size="compact-sm" to={paths.rollout(rollout.id)}>
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
