import type { ProfileDifference } from '@berth/contract/api/profiles';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import styles from './difference-table.module.css';
import { fieldName } from './field-name.ts';
import { shownValue } from './shown-value.ts';

interface DifferenceTableProps {
  readonly differences: readonly ProfileDifference[];
  /** What the two sides are called. */
  readonly before: string;
  readonly after: string;
}

/** Two states of a profile side by side, setting by setting; on narrow screens one below the other. */
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
            <th scope="row">{placeOf(difference.path)}</th>
            <Value side={before} value={difference.before} className={styles.before} />
            <Value side={after} value={difference.after} className={styles.after} />
          </tr>
        ))}
      </tbody>
    </table>
  );

  function placeOf(path: string): string {
    return path === '/name' ? t('common.name') : fieldName(texts, path.replace(/^\/definition/, ''));
  }
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
