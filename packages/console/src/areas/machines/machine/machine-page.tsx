import { type Machine, readMachine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { read } from '../../../data/query.ts';
import { Page } from '../../../ui/page.tsx';
import { useMay } from '../../organizations/queries.ts';
import { LoadError, PageSkeleton } from '../../parts/loading.tsx';
import { LivePanel } from '../live.tsx';
import { FrequentActions, MachineMenu } from '../machine-menu.tsx';
import { MachineStatus } from '../machine-status.tsx';
import { useLive } from '../use-live.ts';
import { CommandsPanel } from './commands-panel.tsx';
import { DebugFilesPanel } from './debug-files-panel.tsx';
import { FactsPanel, InventoryPanel } from './facts-panel.tsx';
import { LogsPanel } from './logs-panel.tsx';
import styles from './machine-page.module.css';
import { CertificatesNotice, CloneNotice, MessagesNotice } from './notices.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';

/** How often what is not live is asked for again: an alarm comes, and goes, while somebody looks. */
const REFRESH_MS = 30_000;

/** One machine: how it is, what was asked of it, what it wrote down. */
export function Component(): ReactNode {
  const { t } = useTexts();
  const id = useParams().machineId as MachineId;
  const { data, error, refetch } = useQuery({ ...read(readMachine, { params: { id } }), refetchInterval: REFRESH_MS });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return data ? <MachineView machine={data} /> : <PageSkeleton title={t('console.machines.title')} />;
}

function MachineView({ machine: stored }: { readonly machine: Machine }): ReactNode {
  const { t } = useTexts();
  const mayCommand = useMay('machine.command');
  const maySeeScreen = useMay('machine.remote');
  const machine = useCurrent(stored);
  return (
    <Page
      wide
      title={machine.name}
      breadcrumb={<Link to={paths.machines()}>{t('console.machines.title')}</Link>}
      subtitle={
        <span className={styles.subtitle}>
          <span className={styles.id}>{machine.shortId}</span>
          <MachineStatus machine={machine} />
        </span>
      }
      menu={<MachineMenu machine={machine} boxed />}
      actions={mayCommand && <FrequentActions machine={machine} />}
    >
      <CloneNotice clone={machine.clone} />
      <MessagesNotice messages={machine.messages} />
      <CertificatesNotice machine={machine} />
      <div className={styles.columns}>
        <div className={styles.column}>
          {maySeeScreen && <LivePanel machine={machine} />}
          <FactsPanel machine={machine} />
          <TimelinePanel machine={machine} />
          <SettingsPanel machine={machine} />
          <CommandsPanel machineId={machine.id} />
        </div>
        <div className={styles.column}>
          <InventoryPanel machineId={machine.id} />
          <LogsPanel machineId={machine.id} />
          {mayCommand && <DebugFilesPanel machineId={machine.id} />}
        </div>
      </div>
    </Page>
  );
}

/** The machine with what was last heard of its state. */
function useCurrent(machine: Machine): Machine {
  const live = useLive(machine.organizationId, [machine.id]).get(machine.id);
  return { ...machine, ...live };
}
