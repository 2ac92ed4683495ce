import type { Machine } from '@berth/contract/api/machines';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { Notice } from '../../../ui/notice.tsx';
import styles from './machine-page.module.css';

/** What the machine says of its profile: the parts that it did not take, and why (spec chapter 3, messages). */
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
