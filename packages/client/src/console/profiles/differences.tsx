import { compareRevisions, type ProfileDifference } from '@berth/contract/api/profiles';
import type { ProfileId } from '@berth/contract/ids';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { useTexts } from '../../i18n/store.ts';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { LoadProblem } from '../parts/load-problem.tsx';
import styles from './differences.module.css';
import { fieldName } from './field-name.ts';

interface DifferencesProps {
  readonly profileId: ProfileId;
  readonly from: number;
  readonly to: number;
}

/** What one revision changed of another, value by value. */
export function Differences({ profileId, from, to }: DifferencesProps): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery(read(compareRevisions, { params: { id: profileId }, query: { from, to } }));
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonLines count={2} />;
  if (data.length === 0) return <p className={styles.none}>{t('console.history.same')}</p>;
  return (
    <ul className={styles.list}>
      {data.map((difference) => (
        <Difference key={difference.path} difference={difference} />
      ))}
    </ul>
  );
}

function Difference({ difference }: { readonly difference: ProfileDifference }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const { path, before, after } = difference;
  return (
    <li className={styles.difference}>
      <span className={styles.place}>{fieldName(texts, path.replace(/^\/definition/, ''))}</span>
      {before !== undefined && (
        <del className={styles.before}>
          <span className="visually-hidden">{t('console.history.before')}: </span>
          {shown(before)}
        </del>
      )}
      {after !== undefined && (
        <ins className={styles.after}>
          <span className="visually-hidden">{t('console.history.after')}: </span>
          {shown(after)}
        </ins>
      )}
    </li>
  );
}

/** Long values, such as pictures, are cut. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 240 ? `${text.slice(0, 240)}…` : text;
}
