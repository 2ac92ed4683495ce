import { HELD_BACK_MAX, type HeldBackMachine, listHeldBack, listOsVersions } from '@berth/contract/api/os';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { IconDisc } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { QuietStatus, Status, type Tone } from '../../ui/status.tsx';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import { useNow } from '../parts/use-now.ts';
import styles from './os.module.css';
import { type OsVersionRow, type OsVersionStatus, reasonText, versionRows } from './rows.ts';

const POLL_MS = 30_000;

/** The versions of Berth OS: which are offered, which run, and which machines are held back. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <OsVersions orgId={orgId} />;
}

function OsVersions({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const now = useNow();
  const versions = useQuery({ ...read(listOsVersions, { params: { orgId } }), refetchInterval: POLL_MS });
  const held = useQuery({ ...read(listHeldBack, { params: { orgId } }), refetchInterval: POLL_MS });
  const failed = [versions, held].find(({ error, data }) => error && !data);
  if (failed) return <LoadError error={failed.error} retry={() => void failed.refetch()} />;
  if (!versions.data || !held.data) return <PageSkeleton title={t('machines.os.title')} />;
  const rows = versionRows(versions.data.offered, versions.data.installed, now);
  const hasImages = rows.some(({ kind }) => kind === 'image');
  return (
    <Page wide title={t('machines.os.title')} subtitle={t('machines.os.subtitle')}>
      <Panel flush title={t('machines.os.versions')}>
        {rows.length === 0 ? (
          <EmptyState icon={IconDisc} title={t('machines.os.empty')}>
            {t('machines.os.empty.text')}
          </EmptyState>
        ) : (
          <Versions rows={rows} />
        )}
      </Panel>
      {hasImages && (
        <Panel flush={held.data.length > 0} title={t('machines.os.held')}>
          {held.data.length === 0 ? t('machines.os.held.none') : <HeldBack machines={held.data} />}
          {held.data.length === HELD_BACK_MAX && (
            <p className={styles.first}>{t('machines.os.held.first', { max: HELD_BACK_MAX })}</p>
          )}
        </Panel>
      )}
    </Page>
  );
}

/** Other statuses are normal. */
const TONES: Partial<Record<OsVersionStatus, Tone>> = { newest: 'good', expired: 'warn', gone: 'warn' };

function Versions({ rows }: { readonly rows: readonly OsVersionRow[] }): ReactNode {
  const { t, date, bytes, number } = useTexts();
  const status = (each: OsVersionStatus) => {
    const tone = TONES[each];
    const text = t(`machines.os.status.${each}`);
    return tone ? <Status tone={tone}>{text}</Status> : <QuietStatus>{text}</QuietStatus>;
  };
  return (
    <SimpleTable
      label={t('machines.os.versions')}
      numbers={[t('machines.os.machines'), t('machines.os.download')]}
      head={[
        t('machines.os.version'),
        t('machines.os.channel'),
        t('machines.os.architecture'),
        t('machines.os.status'),
        t('machines.os.published'),
        t('machines.os.download'),
        t('machines.os.machines'),
      ]}
      rows={rows.map((row) => ({
        id: row.id,
        cells: [
          nameOf(row, t('machines.os.debian'), t('machines.os.unknown')),
          row.channel ?? '–',
          row.architecture ?? '–',
          status(row.status),
          row.offered ? date(row.offered.issued) : '–',
          row.offered ? bytes(row.offered.bytes) : '–',
          number(row.machines),
        ],
      }))}
    />
  );
}

function nameOf({ kind, version, offered }: OsVersionRow, debian: string, unknown: string): ReactNode {
  if (kind === 'debian') return debian;
  if (version === null) return unknown;
  if (!offered) return version;
  return (
    <Link className={styles.name} to={paths.osVersion(offered)}>
      {version}
    </Link>
  );
}

function HeldBack({ machines }: { readonly machines: readonly HeldBackMachine[] }): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  return (
    <SimpleTable
      label={t('machines.os.held')}
      head={[
        t('machines.os.held.machine'),
        t('machines.os.held.runs'),
        t('machines.os.held.wanted'),
        t('machines.os.held.reason'),
      ]}
      rows={machines.map((machine) => ({
        id: machine.id,
        cells: [
          <Link key="name" className={styles.name} to={paths.machine(machine.id)}>
            {machine.name}
          </Link>,
          machine.version,
          machine.wanted,
          machine.reason === 'failed' || machine.reason === 'refused' ? (
            <Status key="reason" tone="bad">
              {reasonText(machine, texts)}
            </Status>
          ) : (
            <QuietStatus key="reason">{reasonText(machine, texts)}</QuietStatus>
          ),
        ],
      }))}
    />
  );
}
