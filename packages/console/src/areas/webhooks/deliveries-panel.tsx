import { type Delivery, listDeliveries } from '@berth/contract/api/webhooks';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { queryKey } from '../../data/query.ts';
import { pagesOf, useRowPages } from '../../data/row-pages.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Status, type Tone } from '../../ui/status.tsx';
import { LoadError } from '../parts/loading.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import { tryAgain, type WebhookTarget } from './webhook-actions.ts';
import styles from './webhooks.module.css';

const TONES: Record<Delivery['state'], Tone> = { queued: 'warn', delivered: 'good', failed: 'bad' };
/** The list is polled while something is pending. */
const POLL_MS = 2_500;
const PAGE = 50;

/** Deliveries of a webhook with their results, and a retry. */
export function DeliveriesPanel({ target }: { readonly target: WebhookTarget }): ReactNode {
  const { t, dateTime } = useTexts();
  const params = { id: target.orgId, webhookId: target.webhook.id };
  const { data, error, refetch, more } = useRowPages({
    queryKey: queryKey(listDeliveries, { params }),
    read: ({ skip, signal }) => call(listDeliveries, { params, query: { limit: PAGE, skip }, signal }),
    next: pagesOf(PAGE),
    poll: (deliveries) => deliveries.some((each) => each.state === 'queued') && POLL_MS,
  });
  return (
    <Panel title={t('keys.delivery.title')} flush={data !== undefined && data.length > 0}>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={3} />}
      {data?.length === 0 && <p>{t('keys.delivery.empty')}</p>}
      {data && data.length > 0 && (
        <SimpleTable
          label={t('keys.delivery.title')}
          head={[
            t('keys.delivery.time'),
            t('keys.delivery.event'),
            t('keys.hook.state'),
            t('keys.delivery.answer'),
            '',
          ]}
          rows={data.map((delivery) => ({
            id: delivery.id,
            cells: [
              dateTime(delivery.createdAt),
              <code key="event">{delivery.event}</code>,
              <Status key="state" tone={TONES[delivery.state]}>
                {t(`keys.delivery.${delivery.state}`, { count: delivery.attempts })}
              </Status>,
              <DeliveryAnswer key="answer" delivery={delivery} />,
              delivery.state !== 'queued' && (
                <Button
                  key="again"
                  variant="default"
                  aria-label={t('keys.delivery.againOf', { event: delivery.event })}
                  onClick={() => void tryAgain(target, delivery.id)}
                >
                  {t('keys.delivery.again')}
                </Button>
              ),
            ],
          }))}
        />
      )}
      <MoreRows {...more} />
    </Panel>
  );
}

/** The result of the last attempt: the status or why there is none, the network's error, and the next attempt. */
export function DeliveryAnswer({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { t, dateTime } = useTexts();
  const { responseStatus: status, failure, error, nextAttemptAt } = delivery;
  // The status is more specific than our name of the failure.
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
