import { isTag, TAG, TAGS_MAX } from '@berth/contract/rules/names';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { ReactNode } from 'react';
import { WordsField } from '../parts/words-field.tsx';
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
  /** Why the form refuses the tags as they are. */
  readonly fault?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Whether the field has the focus when its dialog opens. */
  readonly autoFocus?: boolean | undefined;
}

/** Edits tags. */
export function TagField({ tags, onChange, words, fault, disabled, autoFocus }: TagFieldProps): ReactNode {
  const { t } = useTexts();
  return (
    <WordsField
      words={tags}
      onChange={onChange}
      label={words?.label ?? t('machines.tags.label')}
      description={words?.description ?? t('machines.tags.hint')}
      isValid={isTag}
      invalid={(tag) => t('machines.tags.invalid', { tag })}
      fault={fault}
      max={TAGS_MAX}
      maxLength={TAG.maxLength}
      disabled={disabled}
      autoFocus={autoFocus}
    />
  );
}
