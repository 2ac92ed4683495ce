import { listSchedules, type Schedule } from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { ActionIcon, Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useTexts } from '@berth/web/i18n/store.ts';
import { IconCalendarTime, IconHistory, IconPencil, IconPlus, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useActiveOrganizationId } from '../../data/active-organization.ts';
import { read } from '../../data/query.ts';
import { EmptyState } from '../../ui/notice.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { useMay } from '../organizations/queries.ts';
import { LoadError, PageSkeleton } from '../parts/loading.tsx';
import { SimpleTable } from '../parts/simple-table.tsx';
import { machinesOf, timesOf } from './draft.ts';
import { showRuns } from './runs-dialog.tsx';
import { editSchedule, makeSchedule, removeSchedule, switchSchedule } from './schedule-actions.ts';
import styles from './schedules.module.css';

/** Scheduled commands, in maintenance windows. */
export function Component(): ReactNode {
  const orgId = useActiveOrganizationId();
  return orgId === null ? null : <Schedules orgId={orgId} />;
}

const POLL_MS = 30_000;

function Schedules({ orgId }: { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const mayChange = useMay('machine.command');
  const { data, error, refetch } = useQuery({
    ...read(listSchedules, { params: { orgId } }),
    refetchInterval: POLL_MS,
  });
  if (error && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <PageSkeleton title={t('machines.schedules.title')} />;
  const make = mayChange && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => void makeSchedule(orgId)}>
      {t('machines.schedules.make')}
    </Button>
  );
  return (
    <Page
      wide
      title={t('machines.schedules.title')}
      subtitle={t('machines.schedules.subtitle')}
      actions={data.length > 0 && make}
    >
      <Panel flush>
        {data.length === 0 ? (
          <EmptyState icon={IconCalendarTime} title={t('machines.schedules.empty')} action={make}>
            {t('machines.schedules.empty.text')}
          </EmptyState>
        ) : (
          <Table orgId={orgId} schedules={data} mayChange={mayChange} />
        )}
      </Panel>
    </Page>
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
          <span key="actions" className={styles.actions}>
            {mayChange && (
              <Switch
                aria-label={t('machines.schedules.enabled', { name: schedule.name })}
                checked={schedule.enabled}
                onChange={(event) => void switchSchedule(orgId, schedule, event.currentTarget.checked)}
              />
            )}
            <Action
              icon={IconHistory}
              label={t('machines.schedules.runsOf', { name: schedule.name })}
              onClick={() => void showRuns(orgId, schedule)}
            />
            {mayChange && (
              <>
                <Action
                  icon={IconPencil}
                  label={t('machines.schedules.editOf', { name: schedule.name })}
                  onClick={() => void editSchedule(orgId, schedule)}
                />
                <Action
                  icon={IconTrash}
                  label={t('machines.schedules.deleteOf', { name: schedule.name })}
                  onClick={() => void removeSchedule(orgId, schedule)}
                />
              </>
            )}
          </span>,
        ],
      }))}
    />
  );
}

interface ActionProps {
  readonly icon: TablerIcon;
  readonly label: string;
  readonly onClick: () => void;
}

function Action({ icon: Icon, label, onClick }: ActionProps): ReactNode {
  return (
    <ActionIcon variant="subtle" size={36} aria-label={label} onClick={onClick}>
      <Icon size={20} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
