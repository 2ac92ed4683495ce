import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { isTag, TAG, TAGS_MAX } from '@berth/contract/rules/names';
import { useTexts } from '@berth/web/i18n/store.ts';
import { TagsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './tags.module.css';

/** A machine's tags as small labels. */
export function TagList({ tags }: { readonly tags: readonly string[] }): ReactNode {
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}

interface TagFieldProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** Default: that these are a machine's tags, and how to add one. */
  readonly words?: { readonly label: string; readonly description: string };
  readonly disabled?: boolean;
  /** Whether the field has the focus when its dialog opens. */
  readonly autoFocus?: boolean;
}

/** Edits tags: Enter, a comma or leaving the field adds one; invalid ones are refused. */
export function TagField({ tags, onChange, words, disabled = false, autoFocus = false }: TagFieldProps): ReactNode {
  const { t } = useTexts();
  const [wrong, setWrong] = useState<string>();
  const take = (wanted: readonly string[]) => {
    const noTag = wanted.find((tag) => !isTag(tag));
    setWrong(noTag);
    if (noTag === undefined) onChange(wanted);
  };
  return (
    <TagsInput
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      label={words?.label ?? t('machines.tags.label')}
      description={words?.description ?? t('machines.tags.hint')}
      disabled={disabled}
      value={[...tags]}
      onChange={take}
      acceptValueOnBlur
      error={wrong !== undefined && t('machines.tags.invalid', { tag: wrong })}
      maxTags={TAGS_MAX}
      maxLength={TAG.maxLength}
      comboboxProps={{ withinPortal: false }}
      classNames={{ input: styles.input ?? '', inputField: styles.letters ?? '' }}
    />
  );
}
