import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { faultNode } from '../controls/frame.tsx';
import { useSettled, withScheme } from '../controls/use-control.ts';
import { useDraft } from '../controls/use-edit.ts';
import { useForm } from '../form-context.tsx';

interface InlineTextProps {
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly isAddress: boolean;
  readonly fault: string | undefined;
  readonly marked: boolean;
  readonly disabled: boolean;
}

/** One text of a list. */
export function InlineText({ path, label, value, isAddress, fault, marked, disabled }: InlineTextProps): ReactNode {
  const { store } = useForm();
  const [touched, setTouched] = useState(false);
  const shown = useSettled(touched || marked ? fault : undefined);
  const draft = useDraft(value, (text) => store.change(path, text));
  return (
    <TextInput
      aria-label={label}
      data-path={path}
      value={draft.text}
      disabled={disabled}
      spellCheck={false}
      autoComplete="off"
      inputMode={isAddress ? 'url' : 'text'}
      error={faultNode(shown)}
      onChange={(event) => draft.change(event.currentTarget.value)}
      onBlur={() => {
        const address = isAddress ? withScheme(draft.text) : draft.text.trim();
        if (address !== draft.text) draft.change(address);
        draft.flush();
        setTouched(true);
      }}
    />
  );
}
