import { errorWords } from '@berth/web/data/describe-error.ts';
import { useBusy } from '@berth/web/data/use-submit.ts';
import { useTexts } from '@berth/web/i18n/store.ts';
import type { Texts, Words } from '@berth/web/i18n/texts.ts';
import { useState } from 'react';

/** What is wrong with each value, in words; undefined for what is right. */
type Faults<Values> = { readonly [Name in keyof Values]?: string | undefined };
/** Values that a text field holds: any text, not one of a list. */
type TextName<Values> = { [Name in keyof Values]: string extends Values[Name] ? Name : never }[keyof Values];
type Change = (event: { readonly currentTarget: { readonly value: string } }) => void;

interface DialogFormOptions<Values, Answer> {
  readonly start: Values | (() => Values);
  /** What is wrong before anything is sent; fields show it once somebody has tried. */
  readonly check?: (values: Values, texts: Texts) => Faults<Values>;
  /** Carries out what was filled in. What it throws is the refusal: the dialog stays, with all that was typed. */
  readonly send: (values: Values) => Promise<Answer | undefined> | Answer | undefined;
  /** Words for a refusal, where the form knows better ones. */
  readonly words?: (error: unknown) => Words;
  /** The values that a refusal is about: the first one shows it, until one of them is changed. None: the form does. */
  readonly refusedAt?: (error: unknown) => readonly (keyof Values)[];
  /** With the answer of `send`, or undefined when the person leaves. */
  readonly close: (answer: Answer | undefined) => void;
}

/** A form in a dialog: what its fields show, and what FormDialog draws around them. */
export interface DialogForm<Values> {
  readonly values: Values;
  readonly set: (part: Partial<Values>) => void;
  /** What is wrong with a value, as far as it is to be shown. */
  readonly fault: (name: keyof Values) => string | undefined;
  /** Value, fault and change of a text field. */
  readonly text: <Name extends TextName<Values>>(
    name: Name,
  ) => { readonly value: Values[Name]; readonly error: string | undefined; readonly onChange: Change };
  /** Value, fault and change of a field that offers a list. */
  readonly choice: <Name extends keyof Values>(
    name: Name,
    options: readonly Values[Name][],
  ) => { readonly value: string; readonly error: string | undefined; readonly onChange: Change };
  readonly busy: boolean;
  /** Why it was refused, where no single field is at fault. */
  readonly error: string | undefined;
  readonly submit: () => Promise<void>;
  readonly leave: () => void;
}

/** Whether a text is a whole number from 1 on. */
export function isWithin(text: string, max: number): boolean {
  return /^\d{1,9}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max;
}

/** Holds what a person fills in, checks it, sends it once at a time, and keeps why it was refused. */
export function useDialogForm<Values extends object, Answer>(
  options: DialogFormOptions<Values, Answer>,
): DialogForm<Values> {
  const { start, check, send, words = errorWords, refusedAt, close } = options;
  const texts = useTexts();
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  // The error, not what was said of it: that follows the language.
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
    error: judged && judged.length > 0 ? undefined : errorText,
    submit,
    leave: () => close(undefined),
  };
}
