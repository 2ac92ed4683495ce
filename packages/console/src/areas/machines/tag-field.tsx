import { isTag, TAG, TAGS_MAX } from '@berth/contract/rules/tags';
import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { useTexts } from '@berth/web/i18n/store.ts';
import { type ReactNode, useState } from 'react';
import styles from './tag-field.module.css';

interface TagFieldProps {
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  /** Takes the focus of its dialog first. */
  readonly autoFocus?: boolean;
}

/** Tags, each typed and ended with Enter, a comma or by leaving the field; what is no tag is not taken. */
export function TagField({ tags, onChange, autoFocus = false }: TagFieldProps): ReactNode {
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
      label={t('machines.tags.label')}
      description={t('machines.tags.hint')}
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
