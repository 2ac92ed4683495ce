import { AWAY_DAYS, type FleetStatistics, readStatistics, type Warning } from '@berth/contract/api/fleet';
import { listOrganizationMachines, type Machine } from '@berth/contract/api/machines';
import type { OrganizationId } from '@berth/contract/ids';
import type { MessageKey } from '@berth/web/i18n/keys.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { Button } from '@mantine/core';
import {
  IconAlertCircle,
  IconCircleCheck,
  IconClockPause,
  IconCloudOff,
  IconCopy,
  IconLayoutOff,
  IconPlugConnectedX,
  IconRefreshAlert,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queryClient, queryKey, read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { ATTENTION } from '../machines/list/filter.ts';
import { useMay } from '../organizations/queries.ts';
import { ButtonLink } from '../parts/links.tsx';
import styles from './needs.module.css';

/** Urgent first. */
const LOOKS: Readonly<Record<Warning, readonly [icon: TablerIcon, tone: 'bad' | 'warn']>> = {
  cloned: [IconCopy, 'bad'],
  faulty: [IconAlertCircle, 'bad'],
  down: [IconPlugConnectedX, 'bad'],
  rebootNeeded: [IconRefreshAlert, 'warn'],
  behind: [IconClockPause, 'warn'],
  away: [IconCloudOff, 'warn'],
  bare: [IconLayoutOff, 'warn'],
};
const ORDER = Object.keys(LOOKS) as readonly Warning[];

interface NeedsProps extends Pick<FleetStatistics, 'warnings'> {
  readonly orgId: OrganizationId;
}

/** What needs attention, with the number and names of its machines; the number links to their list. */
export function Needs({ orgId, warnings }: NeedsProps): ReactNode {
  const { t } = useTexts();
  const found = ORDER.filter((need) => warnings[need] > 0);
  if (found.length === 0) {
    return (
      <p className={styles.fine}>
        <IconCircleCheck size={20} stroke={1.5} aria-hidden />
        {t('machines.dashboard.fine')}
      </p>
    );
  }
  return (
    <Panel
      flush
      title={t('machines.dashboard.needs')}
      actions={<Link to={`${paths.machines()}?need=${ATTENTION}`}>{t('machines.dashboard.needs.all')}</Link>}
    >
      <ul className={styles.needs}>
        {found.map((need) => (
          <Need key={need} orgId={orgId} need={need} count={warnings[need]} />
        ))}
      </ul>
    </Panel>
  );
}

interface NeedProps {
  readonly orgId: OrganizationId;
  readonly need: Warning;
  readonly count: number;
}

/** Maximum number of machine names per line. */
const NAMED = 3;
const POLL_MS = 60_000;

function Need({ orgId, need, count }: NeedProps): ReactNode {
  const { t, number } = useTexts();
  const filter = JSON.stringify({ where: { [need]: true }, limit: NAMED });
  const { data = [] } = useQuery({
    ...read(listOrganizationMachines, { params: { orgId }, query: { filter } }),
    refetchInterval: POLL_MS,
  });
  const [Icon, tone] = LOOKS[need];
  const list = `${paths.machines()}?need=${need}`;
  const reason = data.length === 1 ? reasonOf(need, data[0]) : undefined;
  return (
    <li className={styles.need}>
      <Icon size={20} stroke={1.5} aria-hidden className={styles.icon} data-tone={tone} />
      <Link to={list} className={styles.what}>
        <span className={styles.number}>{number(count)}</span>
        <span className={styles.name}>{t(`machines.need.${need}`, { days: AWAY_DAYS })}</span>
      </Link>
      <p className={styles.machines}>
        {data.map(({ id, name }) => (
          <Link key={id} to={paths.machine(id)}>
            {name}
          </Link>
        ))}
        {count > data.length && data.length > 0 && (
          <Link to={list}>{t('machines.dashboard.more', { count: count - data.length })}</Link>
        )}
        {reason !== undefined && <span>{reason}</span>}
      </p>
      <NextStep orgId={orgId} need={need} count={count} only={count === 1 ? data[0] : undefined} />
    </li>
  );
}

/** What an administrator can do about it at once, for all its machines; for the rest, to look at them. */
const BULK: Partial<Record<Warning, MessageKey>> = {
  rebootNeeded: 'machines.action.reboot',
  bare: 'console.machine.assign',
};

/** The line's one button: the machines' common remedy, the only machine, or the list. */
function NextStep({ orgId, need, count, only }: NeedProps & { readonly only: Machine | undefined }): ReactNode {
  const { t } = useTexts();
  const mayCommand = useMay('machine.command');
  const mayChange = useMay('machine.write');
  const remedy = BULK[need];
  if (remedy !== undefined && (need === 'bare' ? mayChange : mayCommand)) {
    return (
      <Button variant="default" size="xs" className={styles.act} onClick={() => void act(orgId, need, count, remedy)}>
        {t(remedy)}
      </Button>
    );
  }
  const error = need === 'faulty' ? 'machines.dashboard.look.error' : 'machines.dashboard.look.machine';
  return (
    <ButtonLink
      variant="default"
      size="xs"
      className={styles.act ?? ''}
      to={only ? paths.machine(only.id) : `${paths.machines()}?need=${need}`}
    >
      {t(only ? error : 'machines.dashboard.look.machines')}
    </ButtonLink>
  );
}

/** Runs a bulk action on all machines with this need. */
async function act(orgId: OrganizationId, need: Warning, count: number, remedy: MessageKey): Promise<void> {
  // Loaded on use: the page is often only read.
  const { BULK_ACTIONS } = await import('../machines/list/bulk-actions.ts');
  const action = BULK_ACTIONS.find(({ label }) => label === remedy);
  const done = await action?.run({
    orgId,
    count,
    selectors: [{ filter: JSON.stringify({ where: { [need]: true } }) }],
  });
  if (!done) return;
  const keys = [readStatistics, listOrganizationMachines].map((each) => queryKey(each));
  await Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: key })));
}

/** Details of one machine. */
function reasonOf(need: Warning, machine: Machine | undefined): string | undefined {
  return need === 'faulty' ? machine?.messages[0] : undefined;
}
