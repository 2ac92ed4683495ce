import { listSchedules, type Schedule } from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCalendarTime, IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { useMay } from '../organizations/queries.ts';
import { ListPage } from '../parts/list-page.tsx';
import { RowAction, RowActions, SimpleTable } from '../parts/simple-table.tsx';
import { machinesOf, timesOf } from './draft.ts';
import { showRuns } from './runs-dialog.tsx';
import { editSchedule, makeSchedule, removeSchedule, switchSchedule } from './schedule-actions.ts';

/** Scheduled commands, in maintenance windows. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Schedules orgId={orgId} />;
}

const POLL_MS = 30_000;

function Schedules({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('machine.command');
  const list = useQuery({ ...read(listSchedules, { params: { orgId } }), refetchInterval: POLL_MS });
  return (
    <ListPage
      title={t('machines.schedules.title')}
      subtitle={t('machines.schedules.subtitle')}
      list={list}
      create={mayChange && { label: t('machines.schedules.make'), onClick: () => void makeSchedule(orgId) }}
      empty={{
        icon: IconCalendarTime,
        title: t('machines.schedules.empty'),
        text: t('machines.schedules.empty.text'),
      }}
    >
      {(schedules) => <Table orgId={orgId} schedules={schedules} mayChange={mayChange} />}
    </ListPage>
  );
}

interface TableProps {
  readonly orgId: OrganizationId;
  readonly schedules: readonly Schedule[];
  readonly mayChange: boolean;
}

function Table({ orgId, schedules, mayChange }: TableProps): ReactNode {
  const texts = useTexts();
  const { t, dateTime, time } = texts;
  const next = ({ enabled, nextAt, openUntil }: Schedule) => {
    if (!enabled) return t('machines.schedules.off');
    if (openUntil !== null) return t('machines.schedules.now', { until: time(openUntil) });
    return nextAt === null ? t('machines.schedules.never') : dateTime(nextAt);
  };
  return (
    <SimpleTable
      label={t('machines.schedules.title')}
      head={[
        t('common.name'),
        t('machines.schedules.command'),
        t('machines.schedules.for'),
        t('machines.schedules.when'),
        t('machines.schedules.next'),
        '',
      ]}
      rows={schedules.map((schedule) => ({
        id: schedule.id,
        cells: [
          schedule.name,
          t(`console.command.${schedule.type}`),
          machinesOf(schedule, texts),
          timesOf(schedule, texts),
          next(schedule),
          <RowActions key="actions">
            {mayChange && (
              <Switch
                aria-label={t('machines.schedules.enabled', { name: schedule.name })}
                checked={schedule.enabled}
                onChange={(event) => void switchSchedule(orgId, schedule, event.currentTarget.checked)}
              />
            )}
            <RowAction
              icon={IconHistory}
              label={t('machines.schedules.runsOf', { name: schedule.name })}
              onClick={() => void showRuns(orgId, schedule)}
            />
            {mayChange && (
              <>
                <RowAction
                  icon={IconPencil}
                  label={t('machines.schedules.editOf', { name: schedule.name })}
                  onClick={() => void editSchedule(orgId, schedule)}
                />
                <RowAction
                  icon={IconTrash}
                  label={t('machines.schedules.deleteOf', { name: schedule.name })}
                  onClick={() => void removeSchedule(orgId, schedule)}
                />
              </>
            )}
          </RowActions>,
        ],
      }))}
    />
  );
}
