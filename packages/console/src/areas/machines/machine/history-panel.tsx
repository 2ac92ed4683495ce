import { listAudit } from '@berth/contract/api/audit';
import type { Machine } from '@berth/contract/api/machines';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { queryKey } from '../../../data/query.ts';
import { pagesOf, useRowPages } from '../../../data/row-pages.ts';
import { Panel } from '../../../ui/page.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import auditStyles from '../../audit/audit.module.css';
import { AuditEntryRow } from '../../audit/audit-entry-row.tsx';
import { LoadError } from '../../parts/loading.tsx';
import { MoreRows } from '../../parts/more-rows.tsx';
import styles from './list-panel.module.css';

/** Number of entries loaded at a time, and their polling interval. */
const PAGE = 100;
const POLL_MS = 15_000;

/** The machine's entries in the audit log. */
export function HistoryPanel({ machine }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const params = { id: machine.organizationId };
  const where = { targetKind: 'machine', targetId: machine.id };
  const { data, error, refetch, more } = useRowPages({
    queryKey: [...queryKey(listAudit, { params }), where],
    read: async ({ skip, signal }) => {
      const filter = JSON.stringify({ limit: PAGE, skip, where });
      const entries = await call(listAudit, { params, query: { filter }, signal });
      return entries.map((entry) => ({ ...entry, id: `${entry.sequence}` }));
    },
    next: pagesOf(PAGE),
    poll: () => POLL_MS,
  });
  return (
    <Panel title={t('machines.tab.history')} flush>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && (
        <div className={styles.padded} aria-busy="true">
          <SkeletonLines count={4} />
        </div>
      )}
      {data?.length === 0 && <p className={styles.padded}>{t('audit.empty')}</p>}
      {data && data.length > 0 && (
        <ul className={auditStyles.list} aria-label={t('audit.entries')}>
          {data.map((entry) => (
            <AuditEntryRow key={entry.sequence} entry={entry} withDate withoutTarget />
          ))}
        </ul>
      )}
      <MoreRows {...more} />
    </Panel>
  );
}
