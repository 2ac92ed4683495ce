import { listRolloutMachines, type Rollout } from '@berth/contract/api/rollouts';
import { ROLLOUT_MACHINE_STATES } from '@berth/contract/rules/rollouts';
import { call } from '@berth/web/data/call.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { queryKey } from '../../data/query.ts';
import { pagesOf, useRowPages } from '../../data/row-pages.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { LoadError } from '../parts/loading.tsx';
import { MoreRows } from '../parts/more-rows.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import styles from './rollouts.module.css';
import { countIn, countsText, GROUP_TONES, type Group, groupName, groupWish, sizeOf } from './words.ts';

/** One group of a rollout: its machines, progress and times. */
export function GroupRow({ group }: { readonly group: Group }): ReactNode {
  const texts = useTexts();
  const { t, dateTime } = texts;
  const { name, state, startedAt, finishedAt } = group;
  const times = [
    ...(name === '' ? [] : [groupWish(group, t)]),
    t('rollouts.group.size', { count: sizeOf(group) }),
    ...(startedAt === null ? [] : [t('rollouts.group.began', { time: dateTime(startedAt) })]),
    ...(finishedAt === null ? [] : [t('rollouts.group.ended', { time: dateTime(finishedAt) })]),
  ];
  return (
    <li className={styles.group}>
      <div className={styles.head}>
        <h3 className={styles.name}>{groupName(group, texts)}</h3>
        <Status tone={GROUP_TONES[state]}>{t(`rollouts.group.${state}`)}</Status>
      </div>
      <p className={styles.muted}>{times.join(' · ')}</p>
      <ProgressBar machines={group.machines} />
      <p className={styles.counts}>{countsText(group, texts)}</p>
    </li>
  );
}

/** The states of machines as a bar; the text next to it says the same. */
export function ProgressBar({ machines }: Pick<Group, 'machines'>): ReactNode {
  const texts = useTexts();
  return (
    <div className={styles.bar} role="img" aria-label={countsText({ machines }, texts)}>
      {ROLLOUT_MACHINE_STATES.filter((state) => machines[state] > 0).map((state) => (
        <span key={state} data-state={state} style={{ flexGrow: machines[state] }} />
      ))}
    </div>
  );
}

/** Machines that are loaded at a time. */
const PAGE = 50;

/** The machines that refused the revision with their messages, and the silent ones; empty without any. */
export function FailedMachines({ rollout }: { readonly rollout: Rollout }): ReactNode {
  const failed = countIn(rollout, 'failed');
  const silent = countIn(rollout, 'silent');
  return (
    <>
      {failed > 0 && <Machines rollout={rollout} state="failed" count={failed} />}
      {silent > 0 && <Machines rollout={rollout} state="silent" count={silent} />}
    </>
  );
}

interface MachinesProps {
  readonly rollout: Rollout;
  readonly state: 'failed' | 'silent';
  readonly count: number;
}

function Machines({ rollout, state, count }: MachinesProps): ReactNode {
  const { t } = useTexts();
  const params = { orgId: rollout.organizationId, rolloutId: rollout.id };
  const { data, error, refetch, more } = useRowPages({
    // Another number of failures requires a new list.
    queryKey: [...queryKey(listRolloutMachines, { params, query: { state } }), count],
    read: ({ skip, signal }) => call(listRolloutMachines, { params, query: { state, limit: PAGE, skip }, signal }),
    next: pagesOf(PAGE),
    keepsRows: true,
  });
  return (
    <Panel title={t(`rollouts.machines.${state}`, { count })} flush>
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={2} />}
      {data && (
        <SimpleTable
          label={t(`rollouts.machines.${state}`, { count })}
          head={[t('common.name'), t('rollouts.state'), t('rollouts.machines.said')]}
          rows={data.map((machine) => ({
            id: machine.id,
            cells: [
              <Link key="name" to={paths.machine(machine.id)}>
                {machine.name}
              </Link>,
              <Status key="state" tone={state === 'failed' ? 'bad' : 'warn'}>
                {t(`rollouts.machine.${state}`)}
              </Status>,
              machine.error ?? '–',
            ],
          }))}
        />
      )}
      <MoreRows {...more} />
    </Panel>
  );
}
