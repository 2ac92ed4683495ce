import { type EnrolmentCode, listEnrolmentCodes } from '@berth/contract/api/enrolment';
import type { OrganizationId } from '@berth/contract/ids';
import { Button } from '@mantine/core';
import { IconPlus, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { useTexts } from '../../i18n/store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { profilesQuery } from '../organizations/queries.ts';
import { LoadProblem } from '../parts/load-problem.tsx';
import { PageSkeleton } from '../parts/page-skeleton.tsx';
import { personName } from '../parts/person-name.ts';
import { SimpleTable } from '../parts/simple-table.tsx';
import { makeCode, revokeCode } from './code-actions.ts';

/** The codes with which machines register themselves (design, "registering"). */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Enrolment orgId={orgId} />;
}

/** Machines use codes up while somebody looks. */
const POLL_MS = 5_000;

function Enrolment({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({
    ...read(listEnrolmentCodes, { params: { orgId } }),
    refetchInterval: POLL_MS,
  });
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={t('machines.enrolment.title')} />;
  const make = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => void makeCode(orgId)}>
      {t('machines.enrolment.make')}
    </Button>
  );
  return (
    <Page
      title={t('machines.enrolment.title')}
      subtitle={t('machines.enrolment.subtitle')}
      actions={data.length > 0 && make}
    >
      <Panel flush>
        {data.length === 0 ? (
          <EmptyState icon={IconQrcode} title={t('machines.enrolment.empty')} action={make}>
            {t('machines.enrolment.empty.text')}
          </EmptyState>
        ) : (
          <CodeTable orgId={orgId} codes={data} />
        )}
      </Panel>
    </Page>
  );
}

interface CodeTableProps {
  readonly orgId: OrganizationId;
  readonly codes: readonly EnrolmentCode[];
}

function CodeTable({ orgId, codes }: CodeTableProps): ReactNode {
  const { t, dateTime } = useTexts();
  const profiles = useQuery(profilesQuery(orgId)).data;
  return (
    <SimpleTable
      label={t('machines.enrolment.title')}
      head={[
        t('machines.enrolment.code'),
        t('console.column.profile'),
        t('console.machine.deployment'),
        t('machines.tags'),
        t('machines.enrolment.uses'),
        t('machines.enrolment.expires'),
        '',
      ]}
      rows={codes.map((code) => ({
        id: code.id,
        cells: [
          <span key="code" title={t('machines.enrolment.made', { email: personName(t, code.createdBy) })}>
            <code>…{code.hint}</code>
          </span>,
          profiles?.find(({ id }) => id === code.profileId)?.name ?? '…',
          t(`console.deployment.${code.deployment}`),
          code.tags.join(', ') || '–',
          t('machines.enrolment.uses.count', { count: code.usesLeft }),
          dateTime(code.expiresAt),
          <Button
            key="revoke"
            variant="default"
            aria-label={t('machines.enrolment.revokeOf', { hint: code.hint })}
            onClick={() => void revokeCode(orgId, code)}
          >
            {t('machines.enrolment.revoke')}
          </Button>,
        ],
      }))}
    />
  );
}
