import { useState } from 'react';
import { useTexts } from '../i18n/store.ts';
import type { Words } from '../i18n/texts.ts';
import { errorWords } from './describe-error.ts';

/** Whether work is in progress, and a function that runs it; its result or error passes through. */
export function useBusy(): readonly [busy: boolean, during: <Result>(work: () => Promise<Result>) => Promise<Result>] {
  const [busy, setBusy] = useState(false);
  const during = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
    }
  };
  return [busy, during];
}

/** Submission state of a page's form; dialogs use useDialogForm. */
export interface Submission {
  readonly busy: boolean;
  /** Reason of the failure, as text. */
  readonly error: string | undefined;
  readonly submit: (work: () => Promise<void>) => void;
}

/**
 * Runs a form's request and keeps its error for display.
 * @param own the form's own texts for errors.
 */
export function useSubmit(own?: (error: unknown) => Words | undefined): Submission {
  const [busy, during] = useBusy();
  const [error, setError] = useWords();
  const run = async (work: () => Promise<void>) => {
    setError(undefined);
    await during(work).catch((error: unknown) => setError(own?.(error) ?? errorWords(error)));
  };
  return { busy, error, submit: (work) => void run(work) };
}

/** State for a text, such as an error; it follows the language. */
function useWords(): readonly [shown: string | undefined, say: (words: Words | undefined) => void] {
  const texts = useTexts();
  const [said, setSaid] = useState<{ readonly words: Words | undefined }>();
  return [said?.words?.(texts), (words) => setSaid({ words })];
}
