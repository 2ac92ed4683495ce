import { listRevisions, type ProfileRevision } from '@berth/contract/api/profiles';
import type { Rollout } from '@berth/contract/api/rollouts';
import type { ProfileId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryKey } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { LoadError } from '../parts/loading.tsx';
import { useRolloutUnderWay } from '../rollouts/queries.ts';
import styles from './history-panel.module.css';
import { RevisionRow, type Standing } from './revision-row.tsx';
import type { Draft } from './use-draft.ts';

const PAGE = 50;

/** The revisions of a profile, newest first, page by page. */
export function revisionsQuery(id: ProfileId) {
  return infiniteQueryOptions({
    queryKey: [...queryKey(listRevisions, { params: { id } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listRevisions, {
        params: { id },
        query: { limit: PAGE, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.revision),
  });
}

/** Every kept revision of a profile with its author and changes, and a restore button. */
export function HistoryPanel({ draft }: { readonly draft: Draft }): ReactNode {
  const { t } = useTexts();
  const { id, organizationId } = draft.base;
  const history = useInfiniteQuery(revisionsQuery(id));
  const rollout = useRolloutUnderWay(organizationId, { profileId: id });
  const revisions = history.data?.pages.flat();
  const oldest = history.hasNextPage ? undefined : revisions?.at(-1)?.revision;
  return (
    <Panel title={t('console.history.title')} flush>
      {history.error && !revisions && <LoadError error={history.error} retry={() => void history.refetch()} />}
      {!revisions && !history.error && (
        <div className={styles.padded} aria-busy="true">
          <SkeletonLines count={4} />
        </div>
      )}
      {revisions && (
        <ol className={styles.list}>
          {revisions.map((revision) => (
            <RevisionRow
              key={revision.revision}
              revision={revision}
              draft={draft}
              standing={standingOf(revision, draft, rollout)}
              isLocked={rollout !== undefined}
              isOldest={revision.revision === oldest}
            />
          ))}
        </ol>
      )}
      {history.hasNextPage && (
        <p className={styles.end}>
          <Button variant="default" loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            {t('console.history.more')}
          </Button>
        </p>
      )}
      {oldest !== undefined && oldest > 1 && <p className={styles.end}>{t('console.history.older')}</p>}
    </Panel>
  );
}

/** During a rollout machines show two revisions: the previous one is current until the last group is done. */
function standingOf({ revision }: ProfileRevision, { base }: Draft, rollout: Rollout | undefined): Standing {
  if (revision === rollout?.toRevision) return 'rollingOut';
  return revision === (rollout?.fromRevision ?? base.revision) ? 'current' : undefined;
}
