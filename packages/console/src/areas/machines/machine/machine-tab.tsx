import type { Machine } from '@berth/contract/api/machines';
import type { MachineId } from '@berth/contract/ids';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useMay } from '../../organizations/queries.ts';
import { LivePanel } from '../live.tsx';
import { CommandsPanel } from './commands-panel.tsx';
import { DebugFilesPanel } from './debug-files-panel.tsx';
import { DifferencePanel } from './difference-panel.tsx';
import { FactsPanel, IdentityPanel } from './facts-panel.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { InventoryPanel } from './inventory-panel.tsx';
import { LogsPanel } from './logs-panel.tsx';
import styles from './machine-page.module.css';
import { MessagesPanel } from './messages-panel.tsx';
import { CertificatesNotice, CloneNotice, MessagesNotice } from './notices.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { TimelinePanel } from './timeline-panel.tsx';
import { WhyPanel } from './why-panel.tsx';

interface TabContentProps {
  readonly tab: MachineTab;
  readonly machine: Machine;
}

/** The content of the open tab. */
export function TabContent({ tab, machine }: TabContentProps): ReactNode {
  const mayCommand = useMay('machine.command');
  const maySeeScreen = useMay('machine.remote');
  switch (tab) {
    case 'overview':
      return (
        <>
          <CloneNotice clone={machine.clone} />
          <MessagesNotice messages={machine.messages} />
          <CertificatesNotice machine={machine} />
          <div className={styles.columns}>
            <div className={styles.column}>
              {maySeeScreen && <LivePanel machine={machine} />}
              <DifferencePanel machine={machine} />
              <TimelinePanel machine={machine} />
            </div>
            <div className={styles.column}>
              <FactsPanel machine={machine} />
              <MessagesPanel machine={machine} />
            </div>
          </div>
        </>
      );
    case 'logs':
      return (
        <div className={styles.column}>
          <LogsPanel machineId={machine.id} />
          {mayCommand && <DebugFilesPanel machineId={machine.id} />}
        </div>
      );
    case 'commands':
      return <CommandsPanel machineId={machine.id} />;
    case 'configuration':
      return <WhyPanel machine={machine} />;
    case 'inventory':
      return <InventoryPanel machine={machine} />;
    case 'history':
      return <HistoryPanel machine={machine} />;
    case 'settings':
      return (
        <div className={styles.column}>
          <IdentityPanel machine={machine} />
          <SettingsPanel machine={machine} />
        </div>
      );
  }
}

/** The tabs of a machine's page; the open one is in the URL. */
const TABS = {
  overview: 'console.machine.facts',
  logs: 'console.logs.title',
  commands: 'console.commands.title',
  configuration: 'machines.tab.configuration',
  inventory: 'machines.inventory.title',
  history: 'machines.tab.history',
  settings: 'machines.tab.settings',
} as const satisfies Readonly<Record<string, MessageKey>>;
type MachineTab = keyof typeof TABS;

const isTab = (name: string): name is MachineTab => name in TABS;

/** The open tab, and the permitted tabs with their URLs. */
export function useMachineTabs(id: MachineId) {
  const { t } = useTexts();
  const [query] = useSearchParams();
  const mayRead = useMay('audit.read');
  const named = query.get('tab') ?? '';
  const tab: MachineTab = isTab(named) && (named !== 'history' || mayRead) ? named : 'overview';
  const tabs = Object.entries(TABS)
    .filter(([name]) => name !== 'history' || mayRead)
    .map(([name, label]) => ({
      label: t(label),
      to: paths.machine(id, name === 'overview' ? undefined : name),
      isActive: name === tab,
    }));
  return { tab, tabs };
}
