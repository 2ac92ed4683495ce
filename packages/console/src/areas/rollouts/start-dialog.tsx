import { listTags } from '@berth/contract/api/fleet';
import type { OrganizationId } from '@berth/contract/ids';
import { FormError } from '@berth/web/data/describe-error.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../data/query.ts';
import { FormDialog } from '../dialogs/form-dialog.tsx';
import { openDialog } from '../dialogs/stack.tsx';
import { useDialogForm } from '../dialogs/use-dialog-form.ts';
import { FIRST_DRAFT, isComplete, type WantedRollout, wantedOf, withGroup } from './draft.ts';
import { GroupFields, PercentField } from './group-fields.tsx';
import styles from './rollouts.module.css';

const SOAKS = [0, 60, 600, 3_600, 86_400];
const SILENCES = [60, 600, 3_600, 86_400];
const GROUPS_MAX = 20;

interface StartDialogProps<Started> {
  readonly orgId: OrganizationId;
  /** Machines with the profile or layer. */
  readonly machines: number;
  readonly send: (wanted: WantedRollout) => Promise<Started>;
  readonly close: (started: Started | undefined) => void;
}

function StartDialog<Started>({ orgId, machines, send, close }: StartDialogProps<Started>): ReactNode {
  const { t, duration } = useTexts();
  const form = useDialogForm({
    start: FIRST_DRAFT,
    place: `rollout ${orgId}`,
    send: (draft) => {
      if (!isComplete(draft)) throw new FormError((texts) => texts.t('rollouts.start.incomplete'));
      return send(wantedOf(draft));
    },
    close,
  });
  const draft = form.values;
  const tags = useQuery(read(listTags, { params: { orgId } })).data?.map(({ tag }) => tag) ?? [];
  const seconds = (name: 'soakSeconds' | 'silentAfterSeconds', label: string, hint: string, choices: number[]) => (
    <NativeSelect
      label={label}
      description={hint}
      {...form.choice(name, choices)}
      data={choices.map((each) => ({
        value: String(each),
        label: each === 0 ? t('rollouts.soak.none') : duration(each),
      }))}
    />
  );
  return (
    <FormDialog form={form} title={t('rollouts.start.title')} submit={t('rollouts.start')}>
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
            onChange={(next) =>
              form.set({ groups: draft.groups.map((each) => (each.key === group.key ? next : each)) })
            }
            onRemove={
              draft.groups.length === 1
                ? undefined
                : () => form.set({ groups: draft.groups.filter(({ key }) => key !== group.key) })
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
              onClick={() => form.set(withGroup(draft))}
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
          onChange={(successThreshold) => form.set({ successThreshold })}
        />
        <PercentField
          label={t('rollouts.errors')}
          description={t('rollouts.errors.hint')}
          value={draft.errorThreshold}
          onChange={(errorThreshold) => form.set({ errorThreshold })}
        />
        {seconds('soakSeconds', t('rollouts.soak'), t('rollouts.soak.hint'), SOAKS)}
        {seconds('silentAfterSeconds', t('rollouts.silent'), t('rollouts.silent.hint'), SILENCES)}
      </div>
      <TextInput label={t('rollouts.note')} maxLength={500} autoComplete="off" {...form.text('note')} />
    </FormDialog>
  );
}

/** Asks for the settings of a rollout, and starts it; undefined when canceled. */
export function askForRollout<Started>(props: Omit<StartDialogProps<Started>, 'close'>): Promise<Started | undefined> {
  return openDialog<Started | undefined>((close) => <StartDialog {...props} close={close} />);
}
