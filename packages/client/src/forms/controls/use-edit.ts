import { startTransition, useEffect, useRef } from 'react';
import { addPendingEdit } from '../pending.ts';

/**
 * How long typing has to pause until the form's data follow: longer than most people take from key to key (240 ms on
 * average, hardly ever 500 ms), so that nobody waits for the rest of the page in the middle of a word.
 */
const PAUSE_MS = 500;

interface Edit {
  /** Hands the text on after a pause, unless another one follows. */
  readonly wait: (text: string) => void;
  /** The text that waits. */
  readonly waiting: () => string | undefined;
  /** Hands on what waits, as leaving the field does. */
  readonly flush: () => void;
}

interface Waiting {
  readonly text: string;
  readonly timer: ReturnType<typeof setTimeout>;
  readonly forget: () => void;
}

/** Text on its way from a field to the form's data: after a pause, and when the field is left or disappears. */
export function useEdit(commit: (text: string) => void): Edit {
  const waiting = useRef<Waiting>(undefined);
  const latestCommit = useRef(commit);
  useEffect(() => {
    latestCommit.current = commit;
  });
  const edit = useRef<Edit>(undefined);
  edit.current ??= {
    wait(text) {
      clearTimeout(waiting.current?.timer);
      waiting.current?.forget();
      const run = () => edit.current?.flush();
      // Nobody waits for the rest of the page after a pause: the next keystroke goes before it.
      const timer = setTimeout(() => startTransition(run), PAUSE_MS);
      waiting.current = { text, timer, forget: addPendingEdit(run) };
    },
    waiting: () => waiting.current?.text,
    flush() {
      const edited = waiting.current;
      if (!edited) return;
      clearTimeout(edited.timer);
      edited.forget();
      waiting.current = undefined;
      latestCommit.current(edited.text);
    },
  };
  const { current } = edit;
  useEffect(() => () => current.flush(), [current]);
  return current;
}
