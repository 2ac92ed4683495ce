import { compareRevisions } from '@berth/contract/api/profiles';
import type { ProfileId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { LoadError } from '../parts/load-error.tsx';
import { DifferenceTable } from './difference-table.tsx';
import styles from './differences.module.css';

interface DifferencesProps {
  readonly profileId: ProfileId;
  readonly from: number;
  readonly to: number;
}

/** What differs between two revisions, side by side. */
export function Differences({ profileId, from, to }: DifferencesProps): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(read(compareRevisions, { params: { id: profileId }, query: { from, to } }));
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return (
    <div className={styles.differences} aria-busy={!data}>
      {data ? (
        <DifferenceTable
          differences={data}
          before={t('console.profile.revision', { revision: from })}
          after={t('console.profile.revision', { revision: to })}
        />
      ) : (
        <SkeletonLines count={2} />
      )}
    </div>
  );
}
