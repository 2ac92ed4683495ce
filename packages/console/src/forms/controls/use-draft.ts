import { useState } from 'react';
import { useEdit } from './use-edit.ts';

interface Draft {
  readonly text: string;
  readonly change: (text: string) => void;
  /** Hands on what is typed now, as leaving the field does. */
  readonly flush: () => void;
}

/**
 * The text of a field while somebody types: shown at once, handed on after a pause, when the field is left, and when it
 * disappears. A keystroke so costs one field, however large the form is.
 */
export function useDraft(value: string, commit: (text: string) => void): Draft {
  const [typed, setTyped] = useState<string>();
  const edit = useEdit((text) => {
    commit(text);
    // What was typed since stays.
    setTyped((now) => (now === text ? undefined : now));
  });
  function change(text: string): void {
    setTyped(text);
    edit.wait(text);
  }
  return { text: typed ?? value, change, flush: edit.flush };
}
