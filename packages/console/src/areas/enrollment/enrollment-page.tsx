import { type EnrollmentCode, listEnrollmentCodes } from '@berth/contract/api/enrollment';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { profilesQuery } from '../organizations/queries.ts';
import { ListPage } from '../parts/list-page.tsx';
import { personName } from '../parts/person-name.ts';
import { SimpleTable } from '../parts/simple-table.tsx';
import { makeCode, revokeCode } from './code-actions.ts';
import { RulesPanel } from './rules-panel.tsx';

/** The enrollment codes with which machines register themselves. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Enrollment orgId={orgId} />;
}

/** Machines use codes while the page is open. */
const POLL_MS = 5_000;

function Enrollment({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const list = useQuery({ ...read(listEnrollmentCodes, { params: { orgId } }), refetchInterval: POLL_MS });
  return (
    <ListPage
      title={t('machines.enrollment.title')}
      subtitle={t('machines.enrollment.subtitle')}
      list={list}
      create={{ label: t('machines.enrollment.make'), onClick: () => void makeCode(orgId) }}
      empty={{ icon: IconQrcode, title: t('machines.enrollment.empty'), text: t('machines.enrollment.empty.text') }}
      below={<RulesPanel orgId={orgId} />}
    >
      {(codes) => <CodeTable orgId={orgId} codes={codes} />}
    </ListPage>
  );
}

interface CodeTableProps {
  readonly orgId: OrganizationId;
  readonly codes: readonly EnrollmentCode[];
}

function CodeTable({ orgId, codes }: CodeTableProps): ReactNode {
  const { t, dateTime } = useTexts();
  const profiles = useQuery(profilesQuery(orgId)).data;
  return (
    <SimpleTable
      label={t('machines.enrollment.title')}
      head={[
        t('machines.enrollment.code'),
        t('console.column.profile'),
        t('console.machine.deployment'),
        t('machines.tags'),
        t('machines.enrollment.uses'),
        t('machines.enrollment.expires'),
        '',
      ]}
      rows={codes.map((code) => ({
        id: code.id,
        cells: [
          <span key="code" title={t('machines.enrollment.made', { email: personName(t, code.createdBy) })}>
            <code style={{ whiteSpace: 'nowrap' }}>…{code.hint}</code>
          </span>,
          profiles?.find(({ id }) => id === code.profileId)?.name ?? '…',
          t(`console.deployment.${code.deployment}`),
          code.tags.join(', ') || '–',
          t('machines.enrollment.uses.count', { count: code.usesLeft }),
          dateTime(code.expiresAt),
          <Button
            key="revoke"
            variant="default"
            aria-label={t('machines.enrollment.revokeOf', { hint: code.hint })}
            onClick={() => void revokeCode(orgId, code)}
          >
            {t('machines.enrollment.revoke')}
          </Button>,
        ],
      }))}
    />
  );
}
