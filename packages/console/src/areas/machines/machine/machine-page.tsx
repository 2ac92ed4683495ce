import { type Machine, readMachine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { read } from '../../../data/query.ts';
import { Page } from '../../../ui/page.tsx';
import { useEnterOrganization, useMay } from '../../organizations/queries.ts';
import { TabLinks } from '../../parts/links.tsx';
import { pathOfList } from '../../parts/list-memory.ts';
import { LoadError, PageSkeleton } from '../../parts/loading.tsx';
import { FrequentActions, MachineMenu } from '../machine-menu.tsx';
import { MachineStatus } from '../machine-status.tsx';
import { useLive } from '../use-live.ts';
import styles from './machine-page.module.css';
import { TabContent, useMachineTabs } from './machine-tab.tsx';

/** Polling interval of data that is not live: alarms appear and disappear while the page is open. */
const REFRESH_MS = 30_000;

/** One machine: its state, commands and logs. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const id = useParams().machineId as MachineId;
  const { data, error, refetch } = useQuery({ ...read(readMachine, { params: { id } }), refetchInterval: REFRESH_MS });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return data ? <MachineView machine={data} /> : <PageSkeleton title={t('console.machines.title')} />;
}

function MachineView({ machine: stored }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  useEnterOrganization(stored.organizationId);
  const mayCommand = useMay('machine.command');
  const machine = useCurrent(stored);
  const { tab, tabs } = useMachineTabs(machine.id);
  return (
    <Page
      wide
      title={machine.name}
      breadcrumb={<Link to={pathOfList(paths.machines())}>{t('console.machines.title')}</Link>}
      meta={
        <span className={styles.meta}>
          <span className={styles.id}>{machine.shortId}</span>
          <MachineStatus machine={machine} />
        </span>
      }
      menu={<MachineMenu machine={machine} boxed />}
      actions={mayCommand && <FrequentActions machine={machine} />}
    >
      <TabLinks label={machine.name} tabs={tabs} />
      <TabContent tab={tab} machine={machine} />
    </Page>
  );
}

/** The machine with its latest known state. */
function useCurrent(machine: Machine): Machine {
  const live = useLive(machine.organizationId, [machine.id]).get(machine.id);
  return { ...machine, ...live };
}
