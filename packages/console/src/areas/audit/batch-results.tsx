import type { ListedAuditEntry } from '@berth/contract/api/audit';
import { listBatchCommands } from '@berth/contract/api/command-batches';
import type { BatchId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { CommandState, commandStateText } from '../parts/command-state.tsx';
import styles from './audit.module.css';
import { machinesOf } from './words.ts';

/** Number of machines listed at first. */
const SHOWN = 50;

/** The machines of a batch with their results, failures first; empty once they are deleted. */
export function BatchResults({ entry }: { readonly entry: ListedAuditEntry }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const orgId = useActiveOrganizationId();
  const params = { orgId: orgId ?? ('' as NonNullable<typeof orgId>), batchId: entry.targetId as BatchId };
  const { data, error } = useQuery({
    ...read(listBatchCommands, { params, query: { limit: SHOWN } }),
    enabled: orgId !== null,
  });
  if (error) return null;
  if (!data) return <SkeletonLines count={2} />;
  const failuresFirst = data.toSorted((one, other) => rankOf(one) - rankOf(other));
  const others = (machinesOf(entry) ?? 0) - data.length;
  return (
    <ul className={styles.results} aria-label={t('audit.results')}>
      {failuresFirst.map((command) => (
        <li key={command.id}>
          <Link to={paths.machine(command.machineId, 'commands')}>{command.machineName}</Link>
          {command.state === 'failed' ? (
            <CommandState command={command} />
          ) : (
            <span className={styles.muted}>{commandStateText(command, texts)}</span>
          )}
        </li>
      ))}
      {others > 0 && <li className={styles.muted}>{t('audit.results.more', { count: others })}</li>}
    </ul>
  );
}

function rankOf({ state }: { readonly state: string }): number {
  return state === 'failed' ? 0 : 1;
}
