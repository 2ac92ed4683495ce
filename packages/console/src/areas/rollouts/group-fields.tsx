import { DISPLAY_NAME } from '@berth/contract/rules/text';
import { useTexts } from '@berth/web/i18n/store.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { RowAction } from '../parts/simple-table.tsx';
import { type GroupDraft, isPercent } from './draft.ts';
import styles from './rollouts.module.css';

interface GroupFieldsProps {
  readonly group: GroupDraft;
  /** One-based position. */
  readonly number: number;
  /** Machines of the rollout. */
  readonly machines: number;
  readonly tags: readonly string[];
  readonly onChange: (group: GroupDraft) => void;
  /** Undefined for the only one. */
  readonly onRemove: (() => void) | undefined;
}

/** The machines of a group in a new rollout. */
export function GroupFields(props: GroupFieldsProps): ReactNode {
  const { group, number, machines, tags, onChange, onRemove } = props;
  const { t } = useTexts();
  const size = Math.ceil((machines * group.percent) / 100);
  return (
    <fieldset className={styles.fieldsRow} aria-label={t('rollouts.group.number', { number })}>
      <PercentField
        label={t('rollouts.group.share')}
        value={group.percent}
        onChange={(percent) => onChange({ ...group, percent })}
      />
      <NativeSelect
        label={t('rollouts.group.of')}
        value={group.tag}
        onChange={(event) => onChange({ ...group, tag: event.currentTarget.value })}
        data={[
          {
            value: '',
            label:
              group.tag === '' && isPercent(group.percent)
                ? t('rollouts.group.allUpTo', { count: size })
                : t('rollouts.group.all'),
          },
          ...tags.map((tag) => ({ value: tag, label: t('rollouts.group.tagged', { tag }) })),
        ]}
      />
      <TextInput
        label={t('rollouts.group.name')}
        maxLength={DISPLAY_NAME.maxLength}
        autoComplete="off"
        value={group.name}
        onChange={(event) => onChange({ ...group, name: event.currentTarget.value })}
      />
      {onRemove && <RowAction icon={IconTrash} label={t('rollouts.group.remove', { number })} onClick={onRemove} />}
    </fieldset>
  );
}

interface PercentFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A whole percentage from 1 to 100. */
export function PercentField({ label, description, value, onChange }: PercentFieldProps): ReactNode {
  const { t } = useTexts();
  return (
    <TextInput
      type="number"
      label={label}
      description={description}
      min={1}
      max={100}
      step={1}
      rightSection={<span aria-hidden>%</span>}
      value={Number.isNaN(value) ? '' : value}
      error={isPercent(value) ? undefined : t('rollouts.percent.invalid')}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
