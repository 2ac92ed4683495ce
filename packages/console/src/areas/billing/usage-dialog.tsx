import { listUsage, type UsageRow } from '@berth/contract/api/billing';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryKey } from '../../data/query.ts';
import { appName } from '../../forms/texts.ts';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { LoadError } from '../parts/loading.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import styles from './billing.module.css';

const PAGE = 50;

/** Purchases and use of credits (spec chapter 3, usage dialog): time, type, description, credit count. */
function UsageDialog({ orgId, close }: { readonly orgId: OrganizationId; readonly close: () => void }): ReactNode {
  const texts = useTexts();
  const { t, dateTime } = texts;
  const usage = useInfiniteQuery({
    queryKey: [...queryKey(listUsage, { params: { id: orgId } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listUsage, {
        params: { id: orgId },
        query: { filter: JSON.stringify({ limit: PAGE, skip: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
  });
  const rows = usage.data?.pages.flat();
  return (
    <Dialog
      title={t('billing.usage.title')}
      onClose={close}
      actions={
        <>
          {usage.hasNextPage && (
            <Button variant="default" loading={usage.isFetchingNextPage} onClick={() => void usage.fetchNextPage()}>
              {t('console.more')}
            </Button>
          )}
          <Button data-autofocus onClick={close}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      {usage.error && !rows && <LoadError error={usage.error} retry={() => void usage.refetch()} />}
      {!rows && !usage.error && <SkeletonLines count={5} />}
      {rows?.length === 0 && <p>{t('billing.usage.empty')}</p>}
      {rows && rows.length > 0 && (
        <SimpleTable
          label={t('billing.usage.title')}
          head={[
            t('billing.usage.time'),
            t('billing.usage.type'),
            t('billing.usage.description'),
            t('billing.usage.credits'),
          ]}
          numbers={[t('billing.usage.credits')]}
          rows={rows.map((row, index) => ({
            id: `${index}`,
            cells: [
              <time key="time" className={styles.time} dateTime={row.time}>
                {dateTime(row.time)}
              </time>,
              t(`billing.usage.type.${row.type}`),
              descriptionOf(row, texts),
              creditText(row.credits, texts),
            ],
          }))}
        />
      )}
    </Dialog>
  );
}

/** The item's name in the user's language, then the server's description, such as a machine's name. */
function descriptionOf({ description, item }: UsageRow, texts: Texts): string {
  const name = item === 'pro' ? texts.t('console.tier.pro') : item && appName(texts, item);
  return [name, description].filter((part) => part).join(' · ');
}

export async function showUsage(orgId: OrganizationId): Promise<void> {
  await openDialog<void>((close) => <UsageDialog orgId={orgId} close={() => close()} />);
}

/** The credit count of a row; zero reads "Free" (spec chapter 3). */
export function creditText(
  credits: number,
  { t, number }: { readonly t: (key: 'billing.usage.free') => string; readonly number: Texts['number'] },
): string {
  if (credits === 0) return t('billing.usage.free');
  return credits > 0 ? `+${number(credits)}` : number(credits);
}
