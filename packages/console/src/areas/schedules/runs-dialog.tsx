import { listScheduleRuns, type Schedule, type ScheduleRun } from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Dialog } from '@berth/web/ui/dialog.tsx';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { Facts } from '../parts/facts.tsx';
import { LoadError } from '../parts/loading.tsx';

const POLL_MS = 5_000;
/** As many as are kept: at most one a day. */
const RUNS_MAX = 100;

interface RunsDialogProps {
  readonly orgId: OrganizationId;
  readonly schedule: Schedule;
  readonly close: () => void;
}

function RunsDialog({ orgId, schedule, close }: RunsDialogProps): ReactNode {
  const texts = useTexts();
  const { t, date } = texts;
  const { data, error, refetch } = useQuery({
    ...read(listScheduleRuns, { params: { orgId, scheduleId: schedule.id }, query: { limit: RUNS_MAX } }),
    refetchInterval: POLL_MS,
  });
  return (
    <Dialog
      title={t('machines.schedules.runsOf', { name: schedule.name })}
      onClose={close}
      actions={
        <Button data-autofocus onClick={close}>
          {t('common.close')}
        </Button>
      }
    >
      {error && !data && <LoadError error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonLines count={3} />}
      {data?.length === 0 && <p>{t('machines.schedules.runs.none')}</p>}
      {data && data.length > 0 && (
        <Facts facts={data.map((run) => [date(`${run.date}T12:00:00Z`), outcomeOf(run, texts)])} />
      )}
    </Dialog>
  );
}

/** The result of a run, in one line. */
function outcomeOf({ states, unlicensed, missed, closedAt }: ScheduleRun, { t }: Texts): string {
  const total = Object.values(states).reduce((sum, count) => sum + count, 0);
  const done = total - states.queued - states.delivered;
  return [
    t('machines.schedules.runs.given', { done, total }),
    ...(states.failed > 0 ? [t('machines.progress.failed', { count: states.failed })] : []),
    ...(states.expired > 0 ? [t('machines.progress.expired', { count: states.expired })] : []),
    ...(missed ? [t('machines.schedules.runs.missed', { count: missed })] : []),
    ...(unlicensed > 0 ? [t('machines.schedules.runs.unlicensed', { count: unlicensed })] : []),
    ...(closedAt === null ? [t('machines.schedules.runs.open')] : []),
  ].join(' · ');
}

/** Shows the runs of a schedule with their results. */
export function showRuns(orgId: OrganizationId, schedule: Schedule): Promise<void> {
  return openDialog<void>((close) => <RunsDialog orgId={orgId} schedule={schedule} close={close} />);
}
