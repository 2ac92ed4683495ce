import { Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/store.ts';
import type { Texts, Words } from '../../i18n/texts.ts';
import { FormDialog } from '../../ui/mantine/form-dialog.tsx';
import { openDialog } from './stack.tsx';

interface Prompt {
  readonly title: string;
  readonly label: string;
  readonly description?: string;
  readonly value?: string;
  readonly submit?: string;
  readonly multiline?: boolean;
  /** What it sets off destroys something. */
  readonly danger?: boolean;
  readonly maxLength?: number;
  /** What is wrong with a text, in words; undefined when nothing is. */
  readonly check?: (value: string) => string | undefined;
  /** Carries the answer out; a fault it returns is shown at the field and the dialog stays. */
  readonly run?: (value: string) => Promise<Words | undefined>;
}

interface PromptProps {
  readonly ask: (texts: Texts) => Prompt;
  readonly close: (answer: string | undefined) => void;
}

function PromptDialog({ ask, close }: PromptProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const prompt = ask(texts);
  const [value, setValue] = useState(prompt.value ?? '');
  // What was answered, not what was said to it: that follows the language.
  const [refused, setRefused] = useState<{ readonly text: string; readonly because?: Words }>();
  const [busy, setBusy] = useState(false);

  const faultOf = (text: string) => (text === '' ? t('common.required') : prompt.check?.(text));
  const submit = async () => {
    const text = value.trim();
    if (faultOf(text) !== undefined) return setRefused({ text });
    setBusy(true);
    const because = await prompt.run?.(text);
    setBusy(false);
    if (because !== undefined) return setRefused({ text, because });
    close(text);
  };

  const field = {
    label: prompt.label,
    description: prompt.description,
    value,
    error: refused && (refused.because?.(texts) ?? faultOf(refused.text)),
    maxLength: prompt.maxLength ?? 2_000,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setValue(event.currentTarget.value);
      setRefused(undefined);
    },
  };
  return (
    <FormDialog
      title={prompt.title}
      submit={prompt.submit ?? t('common.ok')}
      cancel={t('common.cancel')}
      busy={busy}
      danger={prompt.danger}
      onSubmit={submit}
      onClose={() => close(undefined)}
    >
      {prompt.multiline ? <Textarea {...field} rows={4} /> : <TextInput {...field} autoComplete="off" />}
    </FormDialog>
  );
}

/**
 * Asks for a text; undefined when the person leaves. Enter answers a single line.
 * @param ask the question in the reader's language, which may change while it is open.
 */
export function prompt(ask: (texts: Texts) => Prompt): Promise<string | undefined> {
  return openDialog<string | undefined>((close) => <PromptDialog ask={ask} close={close} />);
}
