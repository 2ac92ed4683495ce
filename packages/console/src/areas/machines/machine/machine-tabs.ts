import type { MachineId } from '@berth/contract/ids';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useSearchParams } from 'react-router';
import { useMay } from '../../organizations/queries.ts';

/** What a machine's page is divided into; the address names the one that is open. */
const TABS = {
  overview: 'console.machine.facts',
  logs: 'console.logs.title',
  commands: 'console.commands.title',
  inventory: 'machines.inventory.title',
  history: 'machines.tab.history',
  settings: 'machines.tab.settings',
} as const satisfies Readonly<Record<string, MessageKey>>;
export type MachineTab = keyof typeof TABS;

const isTab = (name: string): name is MachineTab => name in TABS;

/** The tab that is open, and those that the person's role may see, with their addresses. */
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
