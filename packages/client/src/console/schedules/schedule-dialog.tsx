import type { BodyOf } from '@berth/contract/api/endpoint';
import { listTags } from '@berth/contract/api/fleet';
import type { createSchedule, Schedule } from '@berth/contract/api/schedules';
import type { OrganizationId } from '@berth/contract/ids';
import { BATCH_COMMANDS } from '@berth/contract/rules/commands';
import { WEEKDAYS, WINDOW_MINUTES } from '@berth/contract/rules/schedules';
import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '../../data/query.ts';
import { useTexts } from '../../i18n/store.ts';
import type { Words } from '../../i18n/texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { type Draft, draftOf, isComplete, wantedOf } from './draft.ts';
import { FirstRun } from './first-run.tsx';
import styles from './schedules.module.css';

export type WantedSchedule = BodyOf<typeof createSchedule>;

const WINDOWS = [WINDOW_MINUTES.min, 30, 60, 120, 240, 480, WINDOW_MINUTES.max];

interface ScheduleDialogProps {
  readonly orgId: OrganizationId;
  /** Undefined for a new one. */
  readonly schedule: Schedule | undefined;
  /** What the server refuses, in words. */
  readonly send: (wanted: WantedSchedule) => Promise<Words | undefined>;
  readonly close: () => void;
}

function ScheduleDialog({ orgId, schedule, send, close }: ScheduleDialogProps): ReactNode {
  const { t } = useTexts();
  const [draft, setDraft] = useState(() => draftOf(schedule));
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = async () => {
    setTried(true);
    if (!isComplete(draft)) return;
    setBusy(true);
    const refused = await send(wantedOf(draft));
    setBusy(false);
    if (refused === undefined) close();
    else setProblem(refused);
  };
  const missing = (value: string) => (tried && value.trim() === '' ? t('common.required') : undefined);
  return (
    <FormDialog
      title={t(schedule ? 'machines.schedules.edit' : 'machines.schedules.make')}
      submit={t('common.save')}
      cancel={t('common.cancel')}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={close}
    >
      <TextInput
        data-autofocus
        label={t('common.name')}
        maxLength={DISPLAY_NAME.maxLength}
        autoComplete="off"
        value={draft.name}
        error={missing(draft.name)}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={styles.pair}>
        <NativeSelect
          label={t('machines.schedules.command')}
          value={draft.type}
          onChange={(event) =>
            change({ type: BATCH_COMMANDS.find((each) => each === event.currentTarget.value) ?? draft.type })
          }
          data={BATCH_COMMANDS.map((each) => ({ value: each, label: t(`console.command.${each}`) }))}
        />
        <Target orgId={orgId} draft={draft} change={change} />
      </div>
      {draft.type === 'notify' && (
        <Textarea
          label={t('console.machine.notify.label')}
          rows={2}
          maxLength={2_000}
          value={draft.msg}
          error={missing(draft.msg)}
          onChange={(event) => change({ msg: event.currentTarget.value })}
        />
      )}
      <Times draft={draft} change={change} tried={tried} />
      <FirstRun draft={draft} change={change} />
      <TextInput
        label={t('machines.schedules.zone')}
        autoComplete="off"
        value={draft.timeZone}
        error={missing(draft.timeZone)}
        onChange={(event) => change({ timeZone: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

/** All machines or those with a tag; a filter that came by the API stays as it is. */
function Target({ orgId, draft, change }: PartProps & { readonly orgId: OrganizationId }): ReactNode {
  const { t } = useTexts();
  const tags = useQuery(read(listTags, { params: { orgId } })).data?.map(({ tag }) => tag) ?? [];
  const named = draft.tag === '' || tags.includes(draft.tag) ? tags : [...tags, draft.tag];
  const everything = draft.filter === '{}' ? 'machines.schedules.for.all' : 'machines.schedules.for.filter';
  return (
    <NativeSelect
      label={t('machines.schedules.for')}
      value={draft.tag}
      onChange={(event) => change({ tag: event.currentTarget.value })}
      data={[
        { value: '', label: t(everything) },
        ...named.map((tag) => ({ value: tag, label: t('machines.schedules.for.tag', { tag }) })),
      ]}
    />
  );
}

function Times({ draft, change, tried }: PartProps & { readonly tried: boolean }): ReactNode {
  const { t, weekday, duration } = useTexts();
  return (
    <>
      <NativeSelect
        label={t('machines.schedules.when')}
        value={draft.repeats ? 'weekly' : 'once'}
        onChange={(event) => change({ repeats: event.currentTarget.value === 'weekly' })}
        data={(['weekly', 'once'] as const).map((each) => ({ value: each, label: t(`machines.schedules.${each}`) }))}
      />
      {draft.repeats ? (
        <Checkbox.Group
          label={t('machines.schedules.days')}
          value={[...draft.days]}
          onChange={(values) => change({ days: WEEKDAYS.filter((day) => values.includes(day)) })}
          error={tried && draft.days.length === 0 ? t('machines.schedules.days.missing') : undefined}
        >
          <div className={styles.days}>
            {WEEKDAYS.map((day, index) => (
              <Checkbox key={day} value={day} label={weekday(index, 'long')} />
            ))}
          </div>
        </Checkbox.Group>
      ) : (
        <TextInput
          type="date"
          label={t('machines.schedules.date')}
          value={draft.date}
          error={tried && draft.date === '' ? t('common.required') : undefined}
          onChange={(event) => change({ date: event.currentTarget.value })}
        />
      )}
      <div className={styles.pair}>
        <TextInput
          type="time"
          label={t('machines.schedules.time')}
          value={draft.time}
          error={tried && draft.time === '' ? t('common.required') : undefined}
          onChange={(event) => change({ time: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('machines.schedules.window')}
          value={String(draft.windowMinutes)}
          onChange={(event) => change({ windowMinutes: Number(event.currentTarget.value) })}
          data={[...new Set([...WINDOWS, draft.windowMinutes])]
            .sort((a, b) => a - b)
            .map((minutes) => ({ value: String(minutes), label: duration(minutes * 60) }))}
        />
      </div>
    </>
  );
}

/** Asks what a schedule is to do and when. */
export async function askForSchedule(
  orgId: OrganizationId,
  schedule: Schedule | undefined,
  send: ScheduleDialogProps['send'],
): Promise<void> {
  await openDialog<void>((close) => <ScheduleDialog orgId={orgId} schedule={schedule} send={send} close={close} />);
}
