import { type OsPackage, readOsSbom, readOsVersion } from '@berth/contract/api/os';
import { OS_ARCHITECTURES } from '@berth/contract/device/os-manifest';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button, TextInput } from '@mantine/core';
import { IconDownload, IconPackage, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { saveReply } from '../../data/save-file.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { showError } from '../dialogs/show-error.tsx';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import styles from './os.module.css';

/** What is in one version of Berth OS: its packages, and the CVEs that they fix. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <OsVersion orgId={orgId} />;
}

function OsVersion({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const { version = '', channel = '', architecture: named } = useParams();
  const architecture = OS_ARCHITECTURES.find((each) => each === named) ?? OS_ARCHITECTURES[0];
  const input = { params: { orgId, version }, query: { channel, architecture } };
  const { data, error, refetch } = useQuery(read(readOsVersion, input));
  const title = t('machines.os.packages.of', { version });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={title} />;
  return (
    <Page
      wide
      title={title}
      breadcrumb={<Link to={paths.os()}>{t('machines.os.title')}</Link>}
      subtitle={t('machines.os.packages.about', { channel, architecture })}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => void saveReply(readOsSbom, input).catch(showError)}
        >
          {t('machines.os.packages.sbom')}
        </Button>
      }
    >
      <Packages packages={data.packages} />
    </Page>
  );
}

function Packages({ packages }: { readonly packages: readonly OsPackage[] }): ReactNode {
  const { t } = useTexts();
  const [query, setQuery] = useSearchParams();
  const search = query.get('q') ?? '';
  const shown = packagesMatching(packages, useDeferredValue(search));
  return (
    <Panel
      flush
      title={t('machines.os.packages')}
      note={t('machines.os.packages.count', { count: shown.length })}
      actions={
        <TextInput
          className={styles.search ?? ''}
          aria-label={t('machines.os.packages.search')}
          placeholder={t('machines.os.packages.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget: { value } }) => setQuery(value === '' ? {} : { q: value }, { replace: true })}
        />
      }
    >
      {shown.length === 0 ? (
        <EmptyState icon={IconPackage} title={t('machines.os.packages.none')}>
          {t('machines.os.packages.none.text')}
        </EmptyState>
      ) : (
        <SimpleTable
          label={t('machines.os.packages')}
          head={[
            t('machines.os.packages.package'),
            t('machines.os.version'),
            t('machines.os.packages.source'),
            t('machines.os.packages.fixes'),
          ]}
          rows={shown.map(({ name, version, source, fixes }) => ({
            id: name,
            cells: [name, version, source, <Fixes key="fixes" fixes={fixes} search={search} />],
          }))}
        />
      )}
    </Panel>
  );
}

/** CVEs shown of one package, those that match first: some fix thousands. */
const FIXES_SHOWN = 3;

function Fixes({ fixes, search }: { readonly fixes: readonly string[]; readonly search: string }): ReactNode {
  const { t } = useTexts();
  const wanted = search === '' ? [] : fixes.filter((cve) => matches(cve, search));
  const shown = [...new Set([...wanted, ...fixes])].slice(0, FIXES_SHOWN);
  if (fixes.length === 0) return '–';
  const rest = fixes.length - shown.length;
  return (
    <span className={styles.fixes}>
      {shown.join(', ')}
      {rest > 0 && ` ${t('machines.os.packages.more', { count: rest })}`}
    </span>
  );
}

function packagesMatching(packages: readonly OsPackage[], search: string): readonly OsPackage[] {
  return packages.filter(({ name, source, fixes }) => [name, source, ...fixes].some((each) => matches(each, search)));
}

function matches(text: string, search: string): boolean {
  return text.toLowerCase().includes(search.trim().toLowerCase());
}
