import type { Machine } from '@berth/contract/api/machines';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import { useNow } from '../../parts/use-now.ts';
import styles from './machine-page.module.css';

/** Warns that two computers use the machine's identity: since when, from where, and what to do. */
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

/** Lists the parts of its profile that the machine did not apply, and why (spec chapter 3, messages). */
export function MessagesNotice({ messages }: Pick<Machine, 'messages'>): ReactNode {
  const { t } = useTexts();
  if (messages.length === 0) return null;
  return (
    <Notice tone="bad">
      <div className={styles.clone}>
        <strong>{t('machines.messages.title')}</strong>
        {messages.map((message) => (
          <p key={message} className={styles.message}>
            {message}
          </p>
        ))}
        <p>{t('machines.messages.advice')}</p>
      </div>
    </Notice>
  );
}
