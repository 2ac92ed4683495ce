import { type ListedAuditEntry, listAudit } from '@berth/contract/api/audit';
import type { OrganizationId } from '@berth/contract/ids';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { queryKey } from '../../data/query.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { useMay } from '../organizations/queries.ts';
import { LoadError, TableSkeleton } from '../parts/loading.tsx';
import styles from './audit.module.css';
import { AuditActions } from './audit-actions.tsx';
import { AuditGroupRow } from './audit-entry-row.tsx';
import { AuditFilter } from './audit-filter.tsx';
import { groupEntries } from './entries.ts';
import { readSearch, whereOf } from './where.ts';
import { wordsLike } from './words.ts';

const PAGE = 100;
const KEPT_MS = 60 * 60_000;

/** The organization's audit log: searched on the server, newest first. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Audit orgId={orgId} />;
}

function Audit({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const [query] = useSearchParams();
  const mayRead = useMay('audit.read');
  const search = readSearch(query);
  const where = whereOf(search, wordsLike(search.text, texts));
  const log = useInfiniteQuery({
    queryKey: [...queryKey(listAudit, { params: { id: orgId } }), where],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, {
        params: { id: orgId },
        query: { filter: filterText([...where, ...olderThan(pageParam)]) },
        signal,
      }),
    // Keeps the loaded pages for when the user returns.
    gcTime: KEPT_MS,
    initialPageParam: 0,
    // Pages by entry number instead of an offset, so that new entries shift nothing.
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)?.sequence),
  });
  const entries = log.data?.pages.flat();
  return (
    <Page
      wide
      title={t('audit.title')}
      subtitle={t('audit.subtitle')}
      actions={mayRead && <AuditActions orgId={orgId} where={where} />}
    >
      {mayRead && <AuditFilter />}
      {log.error && !entries && <LoadError error={log.error} retry={() => void log.refetch()} />}
      {!entries && !log.error && <TableSkeleton rows={8} />}
      {entries && (
        <Panel flush>
          {entries.length === 0 && (
            <EmptyState icon={IconHistory} title={t('audit.empty')}>
              {t('audit.empty.text')}
            </EmptyState>
          )}
          {entries.length > 0 && <Days entries={entries} />}
          {log.hasNextPage && (
            <p className={styles.more}>
              <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                {t('audit.more')}
              </Button>
            </p>
          )}
        </Panel>
      )}
    </Page>
  );
}

/** The entries under headings by day. */
function Days({ entries }: { readonly entries: readonly ListedAuditEntry[] }): ReactNode {
  const { t, date, weekday } = useTexts();
  const days = Map.groupBy(entries, ({ time }) => new Date(time).toDateString());
  return (
    <div className={styles.log}>
      {/* Heads of columns for the eye; each entry has its words in this order. */}
      <div className={styles.head} aria-hidden>
        <span>{t('audit.time')}</span>
        <span>{t('audit.who')}</span>
        <span>{t('audit.actionId')}</span>
        <span>{t('audit.target')}</span>
      </div>
      {[...days].map(([day, all]) => {
        const at = new Date(day);
        const name = `${weekday((at.getDay() + 6) % 7, 'long')}, ${date(at.toISOString())}`;
        return (
          <section key={day}>
            <h2 className={styles.dayHead}>{name}</h2>
            <ul className={styles.list} aria-label={t('audit.entries')}>
              {groupEntries(all).map((group) => (
                <AuditGroupRow key={group.entries[0].sequence} group={group} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

function filterText(where: readonly object[]): string {
  return JSON.stringify({ limit: PAGE, ...(where.length > 0 && { where: { and: where } }) });
}

function olderThan(sequence: number): readonly object[] {
  return sequence === 0 ? [] : [{ sequence: { lt: sequence } }];
}
