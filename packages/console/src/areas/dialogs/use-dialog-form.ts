import { errorWords } from '@berth/web/data/describe-error.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts, Words } from '@berth/web/i18n/texts.ts';
import { useState } from 'react';
import { useKeptInput } from './kept-input.ts';

/** Faults by field; undefined for valid fields. */
type Faults<Values> = { readonly [Name in keyof Values]?: string | undefined };
/** Fields that hold any text, not one of a list. */
type TextName<Values> = { [Name in keyof Values]: string extends Values[Name] ? Name : never }[keyof Values];
type Change = (event: { readonly currentTarget: { readonly value: string } }) => void;

interface DialogFormOptions<Values, Answer> {
  readonly start: Values | (() => Values);
  /** What is entered: if the login ends meanwhile, the input is there when the dialog opens again. Not for secrets. */
  readonly place?: string | undefined;
  /** Faults before sending; fields show them after a first attempt. */
  readonly check?: (values: Values, texts: Texts) => Faults<Values>;
  /** Sends the values. On an error the dialog stays open with its input. */
  readonly send: (values: Values) => Promise<Answer | undefined> | Answer | undefined;
  /** Custom text for an error. */
  readonly words?: (error: unknown) => Words;
  /** The fields that an error is about: the first one shows it, until one of them changes. None: the form shows it. */
  readonly refusedAt?: (error: unknown) => readonly (keyof Values)[];
  /** With the result of `send`, or undefined when canceled. */
  readonly close: (answer: Answer | undefined) => void;
}

/** A form in a dialog: the state of its fields, and what FormDialog renders around them. */
export interface DialogForm<Values> {
  readonly values: Values;
  readonly set: (part: Partial<Values>) => void;
  /** The fault of a field, if it is to be shown. */
  readonly fault: (name: keyof Values) => string | undefined;
  /** Value, fault and change handler of a text field. */
  readonly text: <Name extends TextName<Values>>(
    name: Name,
  ) => { readonly value: Values[Name]; readonly error: string | undefined; readonly onChange: Change };
  /** Value, fault and change handler of a field with a list of choices. */
  readonly choice: <Name extends keyof Values>(
    name: Name,
    options: readonly Values[Name][],
  ) => { readonly value: string; readonly error: string | undefined; readonly onChange: Change };
  readonly busy: boolean;
  /** Whether the input is from before a login that ended. */
  readonly isRestored: boolean;
  /** The error, if it does not belong to a single field. */
  readonly error: string | undefined;
  readonly submit: () => Promise<void>;
  readonly leave: () => void;
}

/** Whether a text is a whole number from 1 to `max`. */
export function isWithin(text: string, max: number): boolean {
  return /^\d{1,9}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max;
}

/** Holds a form's values, checks them, sends them once at a time, and keeps the error. */
export function useDialogForm<Values extends object, Answer>(
  options: DialogFormOptions<Values, Answer>,
): DialogForm<Values> {
  const { start, place, check, send, words = errorWords, refusedAt, close } = options;
  const texts = useTexts();
  const { kept, keep } = useKeptInput<Values>(place);
  const [values, setValues] = useState(kept ?? start);
  const [tried, setTried] = useState(false);
  // The error instead of its text, because the text follows the language.
  const [refused, setRefused] = useState<{ readonly values: Values; readonly error: unknown }>();
  const [busy, during] = useBusy();

  const faults: Faults<Values> = check?.(values, texts) ?? {};
  const errorText = refused && words(refused.error)(texts);
  const judged = refused && refusedAt?.(refused.error);
  const stands = judged?.every((name) => refused && refused.values[name] === values[name]) ?? false;
  const fault = (name: keyof Values) =>
    (tried ? faults[name] : undefined) ?? (stands && judged?.[0] === name ? errorText : undefined);
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));

  const submit = async () => {
    setTried(true);
    if (busy || Object.values(faults).some((each) => each !== undefined)) return;
    setRefused(undefined);
    try {
      close(await during(async () => send(values)));
    } catch (error) {
      setRefused({ values, error });
    }
  };
  return {
    values,
    set,
    fault,
    text: (name) => ({
      value: values[name],
      error: fault(name),
      onChange: ({ currentTarget: { value } }) => setValues((before) => ({ ...before, [name]: value })),
    }),
    choice: (name, options) => ({
      value: String(values[name]),
      error: fault(name),
      onChange: ({ currentTarget: { value } }) => {
        const chosen = options.find((option) => String(option) === value);
        if (chosen !== undefined) setValues((before) => ({ ...before, [name]: chosen }));
      },
    }),
    busy,
    isRestored: kept !== undefined,
    error: judged && judged.length > 0 ? undefined : errorText,
    submit,
    leave() {
      keep(values);
      close(undefined);
    },
  };
}
