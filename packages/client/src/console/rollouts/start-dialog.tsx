import { listTags } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { read } from '../../data/query.ts';
import { useTexts } from '../../i18n/store.ts';
import type { Words } from '../../i18n/texts.ts';
import { useWords } from '../../i18n/use-words.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { FIRST_DRAFT, isComplete, type RolloutDraft, type WantedRollout, wantedOf, withGroup } from './draft.ts';
import { GroupFields } from './group-fields.tsx';
import { PercentField } from './percent-field.tsx';
import styles from './rollouts.module.css';

const SOAKS = [0, 60, 600, 3_600, 86_400];
const SILENCES = [60, 600, 3_600, 86_400];
const GROUPS_MAX = 20;

interface StartDialogProps {
  readonly orgId: OrganizationId;
  /** Machines of the profile. */
  readonly machines: number;
  /** What the server refuses, in words. */
  readonly send: (wanted: WantedRollout) => Promise<Words | undefined>;
  readonly close: (started: boolean) => void;
}

function StartDialog({ orgId, machines, send, close }: StartDialogProps): ReactNode {
  const { t, duration } = useTexts();
  const [draft, setDraft] = useState(FIRST_DRAFT);
  const [problem, setProblem] = useWords();
  const [busy, setBusy] = useState(false);
  const tags = useQuery(read(listTags, { params: { orgId } })).data?.map(({ tag }) => tag) ?? [];
  const change = (part: Partial<RolloutDraft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = async () => {
    if (!isComplete(draft)) return setProblem((texts) => texts.t('rollouts.start.incomplete'));
    setBusy(true);
    const refused = await send(wantedOf(draft));
    setBusy(false);
    if (refused === undefined) close(true);
    else setProblem(refused);
  };
  const seconds = (
    label: string,
    description: string,
    value: number,
    choices: readonly number[],
    name: 'soakSeconds' | 'silentAfterSeconds',
  ) => (
    <NativeSelect
      label={label}
      description={description}
      value={String(value)}
      onChange={(event) => change({ [name]: Number(event.currentTarget.value) })}
      data={choices.map((each) => ({
        value: String(each),
        label: each === 0 ? t('rollouts.soak.none') : duration(each),
      }))}
    />
  );
  return (
    <FormDialog
      title={t('rollouts.start.title')}
      submit={t('rollouts.start')}
      cancel={t('common.cancel')}
      busy={busy}
      problem={problem}
      onSubmit={submit}
      onClose={() => close(false)}
    >
      <p>{t('rollouts.start.text', { count: machines })}</p>
      <fieldset className={styles.fields}>
        <legend>{t('rollouts.groups')}</legend>
        {draft.groups.map((group, index) => (
          <GroupFields
            key={group.key}
            group={group}
            number={index + 1}
            machines={machines}
            tags={tags}
            onChange={(next) => change({ groups: draft.groups.map((each) => (each.key === group.key ? next : each)) })}
            onRemove={
              draft.groups.length === 1
                ? undefined
                : () => change({ groups: draft.groups.filter(({ key }) => key !== group.key) })
            }
          />
        ))}
        <div className={styles.last}>
          <span className={styles.muted}>{t('rollouts.start.rest')}</span>
          {draft.groups.length < GROUPS_MAX && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setDraft(withGroup)}
            >
              {t('rollouts.group.add')}
            </Button>
          )}
        </div>
      </fieldset>
      <div className={styles.pair}>
        <PercentField
          label={t('rollouts.success')}
          description={t('rollouts.success.hint')}
          value={draft.successThreshold}
          onChange={(successThreshold) => change({ successThreshold })}
        />
        <PercentField
          label={t('rollouts.errors')}
          description={t('rollouts.errors.hint')}
          value={draft.errorThreshold}
          onChange={(errorThreshold) => change({ errorThreshold })}
        />
        {seconds(t('rollouts.soak'), t('rollouts.soak.hint'), draft.soakSeconds, SOAKS, 'soakSeconds')}
        {seconds(
          t('rollouts.silent'),
          t('rollouts.silent.hint'),
          draft.silentAfterSeconds,
          SILENCES,
          'silentAfterSeconds',
        )}
      </div>
      <TextInput
        label={t('rollouts.note')}
        maxLength={500}
        autoComplete="off"
        value={draft.note}
        onChange={(event) => change({ note: event.currentTarget.value })}
      />
    </FormDialog>
  );
}

/** Asks how a revision is to be rolled out, and starts it. @returns whether it was started. */
export function askForRollout(props: Omit<StartDialogProps, 'close'>): Promise<boolean> {
  return openDialog<boolean>((close) => <StartDialog {...props} close={close} />);
}
