import { compareLayerRevisions } from '@berth/contract/api/layers';
import { compareRevisions, type ProfileDifference } from '@berth/contract/api/profiles';
import type { LayerId, OrganizationId, ProfileId } from '@berth/contract/ids';
import { ApiError } from '@berth/web/data/api-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { appName } from '../../forms/texts.ts';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { LoadError } from '../parts/loading.tsx';
import styles from './differences.module.css';
import { fieldName } from './form-list.ts';

const SHOWN = 240;
/** Fields that name a list entry, most specific first. */
const NAMES = ['display_name', 'name', 'title', 'text', 'user', 'key'] as const;

interface DifferencesProps {
  readonly profileId: ProfileId;
  readonly from: number;
  readonly to: number;
}

/** The differences between two revisions of a profile, side by side. */
export function Differences({ profileId, from, to }: DifferencesProps): ReactNode {
  const list = useQuery(read(compareRevisions, { params: { id: profileId }, query: { from, to } }));
  return <LoadedDifferences list={list} from={from} to={to} />;
}

interface LayerDifferencesProps extends Pick<DifferencesProps, 'from' | 'to'> {
  readonly layer: { readonly orgId: OrganizationId; readonly layerId: LayerId };
}

/** The differences between two revisions of a layer, side by side. */
export function LayerDifferences({ layer, from, to }: LayerDifferencesProps): ReactNode {
  const list = useQuery(read(compareLayerRevisions, { params: layer, query: { from, to } }));
  return <LoadedDifferences list={list} from={from} to={to} />;
}

interface LoadedProps extends Pick<DifferencesProps, 'from' | 'to'> {
  readonly list: UseQueryResult<ProfileDifference[]>;
}

function LoadedDifferences({ list, from, to }: LoadedProps): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = list;
  // A long history loses its oldest revisions.
  if (error instanceof ApiError && error.code === 'not-found') {
    return <p className={styles.gone}>{t('console.history.older')}</p>;
  }
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

interface DifferenceTableProps {
  readonly differences: readonly ProfileDifference[];
  /** Headings of the two sides. */
  readonly before: string;
  readonly after: string;
}

/** Two states of a profile side by side, setting by setting; stacked on narrow screens. */
export function DifferenceTable({ differences, before, after }: DifferenceTableProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  if (differences.length === 0) return <p className={styles.none}>{t('console.history.same')}</p>;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('console.history.field')}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.path}>
            <th scope="row">{placeOf(difference.path, texts)}</th>
            <Value side={before} value={difference.before} className={styles.before} />
            <Value side={after} value={difference.after} className={styles.after} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The name of a changed field. */
export function placeOf(path: string, texts: Pick<Texts, 't' | 'has'>): string {
  return path === '/name' ? texts.t('common.name') : fieldName(texts, path.replace(/^\/definition/, ''));
}

function Value({ side, value, className }: { side: string; value: unknown; className: string | undefined }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  return (
    <td data-side={side}>
      {value === undefined ? (
        <span className={styles.none}>{t('console.history.nothing')}</span>
      ) : (
        <span className={className}>{shownValue(value, texts)}</span>
      )}
    </td>
  );
}

/** A short text for a value: apps and list entries by name, long texts such as images truncated. */
export function shownValue(value: unknown, texts: Pick<Texts, 't' | 'has'>): string {
  if (typeof value === 'boolean') return texts.t(value ? 'console.history.on' : 'console.history.off');
  const text = nameOf(value, texts) ?? JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function nameOf(value: unknown, texts: Pick<Texts, 't' | 'has'>): string | undefined {
  if (typeof value === 'string') return appName(texts, value);
  if (Array.isArray(value)) {
    const names = value.map((entry) => nameOf(entry, texts));
    return names.length > 0 && names.every((name) => name !== undefined) ? names.join(', ') : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = new Map(Object.entries(value));
  return NAMES.map((name) => fields.get(name)).find((name): name is string => typeof name === 'string' && name !== '');
}
