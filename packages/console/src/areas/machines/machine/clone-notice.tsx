import type { Machine } from '@berth/contract/api/machines';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './machine-page.module.css';

/** Says that two computers use the machine's identity, since when and from where, and what to do about it. */
export function CloneNotice({ clone }: Pick<Machine, 'clone'>): ReactNode {
  const { t, dateTime, relative } = useTexts();
  const now = useNow();
  if (!clone) return null;
  const since = dateTime(clone.since);
  const addresses = clone.addresses.join(', ') || '–';
  return (
    <Notice tone="bad">
      <div className={styles.clone}>
        <strong>{t('machines.clone.title')}</strong>
        <p>{t('machines.clone.text', { since, last: relative(clone.lastAt, now), addresses })}</p>
        <p>{t('machines.clone.effect')}</p>
        <p>{t('machines.clone.advice')}</p>
      </div>
    </Notice>
  );
}
