import { listRolloutMachines, type Rollout } from '@berth/contract/api/rollouts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { read } from '../../data/query.ts';
import { Panel } from '../../ui/page.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { Status } from '../../ui/status.tsx';
import { LoadError } from '../parts/loading.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import { countIn } from './words.ts';

/** Maximum number of machines listed by name; with more failures, roll back instead. */
const SHOWN = 50;

/** Machines that refused the revision with their message, and those that do not respond; empty without any. */
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
  const asking = read(listRolloutMachines, {
    params: { id: rollout.profileId, rolloutId: rollout.id },
    query: { state, limit: SHOWN },
  });
  // A new count needs a new list.
  const { data, error, refetch } = useQuery({ ...asking, queryKey: [...asking.queryKey, count] });
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
    </Panel>
  );
}
