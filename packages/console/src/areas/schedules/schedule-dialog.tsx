import type { BodyOf } from '@berth/contract/api/endpoint';
import { listTags } from '@berth/contract/api/fleet';
import type { createSchedule, Schedule } from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { BATCH_COMMANDS, type BatchCommand, COMMANDS } from '@berth/contract/rules/commands';
import { WINDOW_MINUTES } from '@berth/contract/rules/schedules';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { WEEKDAYS } from '@berth/contract/rules/time-zones';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { lacksPro } from '../billing/pro-gate.tsx';
import { FieldPair, FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { type DialogForm, useDialogForm } from '../dialogs/use-dialog-form.ts';
import { type Draft, draftOf, faultsOf, wantedOf } from './draft.ts';
import { FirstRun } from './first-run.tsx';
import styles from './schedules.module.css';

export type WantedSchedule = BodyOf<typeof createSchedule>;

const WINDOWS = [WINDOW_MINUTES.min, 30, 60, 120, 240, 480, WINDOW_MINUTES.max];

interface ScheduleDialogProps {
  readonly orgId: OrganizationId;
  /** Undefined for a new one. */
  readonly schedule: Schedule | undefined;
  readonly send: (wanted: WantedSchedule) => Promise<void>;
  readonly close: () => void;
}

function ScheduleDialog({ orgId, schedule, send, close }: ScheduleDialogProps): ReactNode {
  const { t } = useTexts();
  const form = useDialogForm({
    start: () => draftOf(schedule),
    // A newer schedule is not replaced by old input.
    place: `schedule ${schedule ? `${schedule.id} ${schedule.revision}` : orgId}`,
    check: (draft) => faultsOf(draft, t),
    send: (draft) => send(wantedOf(draft)),
    close,
  });
  const showsPro = lacksPro(orgId);
  const labelOf = (type: BatchCommand) => {
    const label = t(`console.command.${type}`);
    return showsPro && COMMANDS[type].needsPro ? `${label} (${t('console.tier.pro')})` : label;
  };
  return (
    <FormDialog
      form={form}
      title={t(schedule ? 'machines.schedules.edit' : 'machines.schedules.make')}
      submit={t('common.save')}
    >
      <TextInput
        data-autofocus
        label={t('common.name')}
        maxLength={DISPLAY_NAME.maxLength}
        autoComplete="off"
        {...form.text('name')}
      />
      <FieldPair>
        <NativeSelect
          label={t('machines.schedules.command')}
          {...form.choice('type', BATCH_COMMANDS)}
          data={BATCH_COMMANDS.map((each) => ({ value: each, label: labelOf(each) }))}
        />
        <Target orgId={orgId} form={form} />
      </FieldPair>
      {form.values.type === 'notify' && (
        <Textarea label={t('machines.action.notify.label')} rows={2} maxLength={2_000} {...form.text('msg')} />
      )}
      <Times form={form} />
      <FirstRun draft={form.values} change={form.set} />
      <TextInput label={t('machines.schedules.zone')} autoComplete="off" {...form.text('timeZone')} />
    </FormDialog>
  );
}

interface PartProps {
  readonly form: DialogForm<Draft>;
}

/** All machines or those with a tag; a filter set by the API stays unchanged. */
function Target({ orgId, form }: PartProps & { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const tags = useQuery(read(listTags, { params: { orgId } })).data?.map(({ tag }) => tag) ?? [];
  const { tag: chosen, filter } = form.values;
  const named = chosen === '' || tags.includes(chosen) ? tags : [...tags, chosen];
  const everything = filter === '{}' ? 'machines.schedules.for.all' : 'machines.schedules.for.filter';
  return (
    <NativeSelect
      label={t('machines.schedules.for')}
      {...form.text('tag')}
      data={[
        { value: '', label: t(everything) },
        ...named.map((tag) => ({ value: tag, label: t('machines.schedules.for.tag', { tag }) })),
      ]}
    />
  );
}

function Times({ form }: PartProps): ReactNode {
  const { t, weekday, duration } = useTexts();
  const draft = form.values;
  const windows = [...new Set([...WINDOWS, draft.windowMinutes])].sort((a, b) => a - b);
  return (
    <>
      <NativeSelect
        label={t('machines.schedules.when')}
        value={draft.repeats ? 'weekly' : 'once'}
        onChange={(event) => form.set({ repeats: event.currentTarget.value === 'weekly' })}
        data={(['weekly', 'once'] as const).map((each) => ({ value: each, label: t(`machines.schedules.${each}`) }))}
      />
      {draft.repeats ? (
        <Checkbox.Group
          label={t('machines.schedules.days')}
          value={[...draft.days]}
          onChange={(values) => form.set({ days: WEEKDAYS.filter((day) => values.includes(day)) })}
          error={form.fault('days')}
        >
          <div className={styles.days}>
            {WEEKDAYS.map((day, index) => (
              <Checkbox key={day} value={day} label={weekday(index, 'long')} />
            ))}
          </div>
        </Checkbox.Group>
      ) : (
        <TextInput type="date" label={t('machines.schedules.date')} {...form.text('date')} />
      )}
      <FieldPair>
        <TextInput type="time" label={t('machines.schedules.time')} {...form.text('time')} />
        <NativeSelect
          label={t('machines.schedules.window')}
          {...form.choice('windowMinutes', windows)}
          data={windows.map((minutes) => ({ value: String(minutes), label: duration(minutes * 60) }))}
        />
      </FieldPair>
    </>
  );
}

/** Asks for the command and times of a schedule. */
export async function askForSchedule(
  orgId: OrganizationId,
  schedule: Schedule | undefined,
  send: ScheduleDialogProps['send'],
): Promise<void> {
  await openDialog<void>((close) => <ScheduleDialog orgId={orgId} schedule={schedule} send={send} close={close} />);
}
