import { listPendingInvitations } from '@berth/contract/api/members';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import rows from '../parts/simple-table.module.css';
import { remind, withdraw } from './member-actions.ts';
import { useMay } from './queries.ts';

/** Invited people who have not answered yet. */
export function PendingPanel({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t, date } = useTexts();
  const mayChange = useMay('members.write');
  const { data } = useQuery(read(listPendingInvitations, { params: { id: orgId } }));
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title={t('console.pending.title')} flush>
      <ul className={rows.list}>
        {data.data.map(({ email, role, createdAt }) => (
          <li key={email} className={rows.row}>
            <span className={rows.words}>
              <span className={rows.name}>{email}</span>
              <span className={rows.facts}>
                {t('console.pending.since', { role: t(`console.role.${role}`), since: date(createdAt) })}
              </span>
            </span>
            {mayChange && (
              <>
                <Button
                  variant="default"
                  aria-label={t('members.remindOf', { email })}
                  onClick={() => void remind(orgId, { email, role })}
                >
                  {t('members.remind')}
                </Button>
                <Button
                  variant="default"
                  aria-label={t('console.pending.withdrawOf', { email })}
                  onClick={() => void withdraw(orgId, email)}
                >
                  {t('console.pending.withdraw')}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
