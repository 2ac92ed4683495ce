import { startTransition, useEffect, useRef, useState } from 'react';
import { useLatest } from '../state/use-form-store.ts';

/**
 * Pause in typing before the form's data update: longer than most people's key intervals (240 ms on average, hardly
 * ever 500 ms), so that the page does not lag in the middle of a word.
 */
const PAUSE_MS = 500;

interface Edit {
  /** Commits the text after a pause, unless another one follows. */
  readonly wait: (text: string) => void;
  /** The pending text. */
  readonly waiting: () => string | undefined;
  /** Commits the pending text, as leaving the field does. */
  readonly flush: () => void;
}

interface Waiting {
  readonly text: string;
  readonly since: number;
  readonly forget: () => void;
}

/** Delays text from a field to the form's data until a pause, blur or unmount. */
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
        // A transition after the pause: the next keystroke takes precedence over the rest of the page.
        if (leftMs <= 0) startTransition(run);
      };
      // One timer that reschedules itself: restarting it with each key would delay the key.
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
  /** Commits the typed text now, as leaving the field does. */
  readonly flush: () => void;
}

/**
 * The text of a field while typing: shown right away, committed after a pause, on blur and on unmount. A keystroke
 * renders one field, however large the form.
 */
export function useDraft(value: string, commit: (text: string) => void): Draft {
  const [typed, setTyped] = useState<string>();
  const edit = useEdit((text) => {
    commit(text);
    // Keep what was typed since.
    setTyped((now) => (now === text ? undefined : now));
  });
  function change(text: string): void {
    setTyped(text);
    edit.wait(text);
  }
  return { text: typed ?? value, change, flush: edit.flush };
}

/** Uncommitted text of the forms: controls wait for a pause before they commit. */
const pending = new Set<() => void>();

/** Registers a pending edit; returns a function that unregisters it. */
function addPendingEdit(commit: () => void): () => void {
  pending.add(commit);
  return () => pending.delete(commit);
}

/** What leaving the field with the focus would do. */
let leaveFocused: (() => void) | undefined;

/** Says which field has the focus. @returns a function to call when it has left it. */
export function focusField(leave: () => void): () => void {
  leaveFocused = leave;
  return () => {
    if (leaveFocused === leave) leaveFocused = undefined;
  };
}

/**
 * Commits all pending text in any form of the page, as leaving each field does. Call it before saving: a save button and
 * a keyboard shortcut leave the focus in the field.
 */
export function flushPendingEdits(): void {
  leaveFocused?.();
  for (const commit of [...pending]) commit();
}
