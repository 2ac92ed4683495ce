import { startTransition, useEffect, useRef, useState } from 'react';
import { addPendingEdit } from '../pending.ts';

/** How long typing has to pause until the form's data follow. */
const PAUSE_MS = 250;

interface Draft {
  readonly text: string;
  readonly change: (text: string) => void;
  /** Hands on what is typed now, as leaving the field does. */
  readonly flush: () => void;
}

interface Waiting {
  readonly text: string;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly forget: () => void;
}

/**
 * The text of a field while somebody types: shown at once, handed on after a pause, when the field is left, and when it
 * disappears. A keystroke so costs one field, however large the form is.
 */
export function useDraft(value: string, commit: (text: string) => void): Draft {
  const [typed, setTyped] = useState<string>();
  const waiting = useRef<Waiting>(undefined);
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });

  function flush(): void {
    const edit = waiting.current;
    if (!edit) return;
    clearTimeout(edit.timer);
    edit.forget();
    waiting.current = undefined;
    latestCommit.current(edit.text);
    // What was typed since stays.
    setTyped((now) => (now === edit.text ? undefined : now));
  }
  const latestFlush = useRef(flush);
  useEffect(() => {
    latestFlush.current = flush;
  });
  useEffect(() => () => latestFlush.current(), []);

  function change(text: string): void {
    setTyped(text);
    clearTimeout(waiting.current?.timer);
    waiting.current?.forget();
    const run = () => latestFlush.current();
    // Nobody waits for the rest of the page after a pause: the next keystroke goes before it.
    const timer = setTimeout(() => startTransition(run), PAUSE_MS);
    waiting.current = { text, timer, forget: addPendingEdit(run) };
  }

  return { text: typed ?? value, change, flush };
}
