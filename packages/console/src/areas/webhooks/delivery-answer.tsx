import type { Delivery } from '@berth/contract/api/webhooks';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import styles from './delivery-answer.module.css';

/** What came of the last attempt: the status, or why there was none; below it what the network said, and the next try. */
export function DeliveryAnswer({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { t, dateTime } = useTexts();
  const { responseStatus: status, failure, error, nextAttemptAt } = delivery;
  // A status says more than the words that we made of it.
  const answer = [status, failure ? t(`keys.delivery.failure.${failure}`) : status === null && error];
  const details = [
    failure && status === null && error,
    nextAttemptAt !== null && t('keys.delivery.next', { time: dateTime(nextAttemptAt) }),
  ];
  return (
    <div className={styles.answer}>
      {joined(answer) || '–'}
      {details.some(Boolean) && <div className={styles.detail}>{joined(details)}</div>}
    </div>
  );
}

function joined(parts: readonly (string | number | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
