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
  readonly since: number;
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  edit.current ??= {
    wait(text) {
      const run = () => edit.current?.flush();
      const look = () => {
        const leftMs = (waiting.current?.since ?? 0) + PAUSE_MS - performance.now();
        timer.current = leftMs > 0 ? setTimeout(look, leftMs) : undefined;
        // Nobody waits for the rest of the page after a pause: the next keystroke goes before it.
        if (leftMs <= 0) startTransition(run);
      };
      // One timer looks again when it was too early: another one for each key would cost the key its time.
      timer.current ??= setTimeout(look, PAUSE_MS);
      const forget = waiting.current?.forget ?? addPendingEdit(run);
      waiting.current = { text, since: performance.now(), forget };
    },
    waiting: () => waiting.current?.text,
    flush() {
      const edited = waiting.current;
      if (!edited) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      edited.forget();
      waiting.current = undefined;
      latestCommit.current(edited.text);
    },
  };
  const { current } = edit;
  useEffect(() => () => current.flush(), [current]);
  return current;
}
