import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts } from '@berth/web/i18n/texts.ts';
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { openDialog } from './stack.tsx';
import { useDialogForm } from './use-dialog-form.ts';

interface Prompt {
  readonly title: string;
  readonly label: string;
  readonly description?: string;
  readonly value?: string;
  /** What the text is about: it is kept if the login ends meanwhile. */
  readonly place?: string;
  readonly submit?: string;
  readonly multiline?: boolean;
  /** Whether the text may be empty. */
  readonly optional?: boolean;
  /** Whether the action is destructive. */
  readonly danger?: boolean;
  readonly maxLength?: number;
  /** The fault of a text; undefined if valid. */
  readonly check?: (value: string) => string | undefined;
  /** Runs the action; an error shows at the field and the dialog stays open. */
  readonly run?: (value: string) => Promise<unknown>;
}

interface PromptProps {
  readonly ask: (texts: Texts) => Prompt;
  readonly close: (answer: string | undefined) => void;
}

function PromptDialog({ ask, close }: PromptProps): ReactNode {
  const texts = useTexts();
  const { t } = texts;
  const prompt = ask(texts);
  const faultOf = (text: string) => (text === '' && !prompt.optional ? t('common.required') : prompt.check?.(text));
  const form = useDialogForm({
    start: { answer: prompt.value ?? '' },
    place: prompt.place,
    check: ({ answer }) => ({ answer: faultOf(answer.trim()) }),
    send: async ({ answer }) => {
      await prompt.run?.(answer.trim());
      return answer.trim();
    },
    refusedAt: () => ['answer'],
    close,
  });

  const field = {
    label: prompt.label,
    description: prompt.description,
    maxLength: prompt.maxLength ?? 2_000,
    'data-autofocus': true,
    ...form.text('answer'),
  };
  return (
    <FormDialog form={form} title={prompt.title} submit={prompt.submit ?? t('common.ok')} danger={prompt.danger}>
      {prompt.multiline ? <Textarea {...field} rows={4} /> : <TextInput {...field} autoComplete="off" />}
    </FormDialog>
  );
}

/**
 * Asks for a text; undefined when canceled. Enter submits a single line.
 * @param ask renders the question in the current language, which may change while it is open.
 */
export function prompt(ask: (texts: Texts) => Prompt): Promise<string | undefined> {
  return openDialog<string | undefined>((close) => <PromptDialog ask={ask} close={close} />);
}
