import { useState } from 'react';
import { ApiError } from '../../data/api-error.ts';
import { refusalOf } from '../../data/describe-error.ts';
import type { Words } from '../../i18n/texts.ts';
import { useWords } from '../../i18n/use-words.ts';

/** What a form of one button knows while it is sent. */
export interface Submission {
  readonly busy: boolean;
  /** What went wrong, in words. */
  readonly problem: string | undefined;
  readonly submit: (work: () => Promise<void>) => void;
}

/**
 * Runs what a form sends and keeps what went wrong for the form to show.
 * @param own words of the form for an error, where it knows better ones than the translator.
 */
export function useSubmit(own?: (error: ApiError) => Words | undefined): Submission {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useWords();
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      const words = error instanceof ApiError ? own?.(error) : undefined;
      setProblem(words ?? refusalOf(error));
    }
    setBusy(false);
  };
  return { busy, problem, submit: (work) => void run(work) };
}
