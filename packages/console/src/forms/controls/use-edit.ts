import { startTransition, useEffect, useRef, useState } from 'react';
import { addPendingEdit } from '../pending.ts';
import { useLatest } from '../state/use-form-store.ts';

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
  const latestCommit = useLatest(commit);
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

interface Draft {
  readonly text: string;
  readonly change: (text: string) => void;
  /** Hands on the typed text now, as leaving the field does. */
  readonly flush: () => void;
}

/**
 * The text of a field during typing: shown at once, handed on after a pause, on blur and on unmount. A keystroke draws one
 * field, however large the form.
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
