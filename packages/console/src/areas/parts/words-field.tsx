import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './words-field.module.css';

interface WordsFieldProps {
  readonly words: readonly string[];
  readonly onChange: (words: readonly string[]) => void;
  readonly label: string;
  readonly description: string;
  readonly isValid: (word: string) => boolean;
  /** Why a word is refused. */
  readonly invalid: (word: string) => string;
  /** Why the form refuses the words as they are. */
  readonly fault?: string | undefined;
  readonly max: number;
  /** Of one word. */
  readonly maxLength: number;
  readonly disabled?: boolean | undefined;
  /** Whether the field has the focus when its dialog opens. */
  readonly autoFocus?: boolean | undefined;
}

/** Edits short texts: Enter, a comma or leaving the field adds one; invalid ones are refused. */
export function WordsField(props: WordsFieldProps): ReactNode {
  const { words, onChange, label, description, isValid, invalid, fault, max, maxLength } = props;
  const { disabled = false, autoFocus = false } = props;
  const [wrong, setWrong] = useState<string>();
  const take = (wanted: readonly string[]) => {
    const refused = wanted.find((word) => !isValid(word));
    setWrong(refused);
    if (refused === undefined) onChange(wanted);
  };
  return (
    <TagsInput
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      label={label}
      description={description}
      disabled={disabled}
      value={[...words]}
      onChange={take}
      acceptValueOnBlur
      error={wrong === undefined ? fault : invalid(wrong)}
      maxTags={max}
      maxLength={maxLength}
      comboboxProps={{ withinPortal: false }}
      classNames={{ input: styles.input ?? '', inputField: styles.letters ?? '', pill: styles.word ?? '' }}
    />
  );
}
