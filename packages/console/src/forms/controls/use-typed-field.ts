import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useForm } from '../form-context.tsx';
import { valueAt } from '../state/values-at-path.ts';
import { useEdit } from './use-edit.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

interface TypedField {
  readonly ref: RefCallback<Field>;
  /** The field's text, including uncommitted input. */
  readonly text: () => string;
  /** Sets the field's text. */
  readonly change: (text: string) => void;
  /** Commits the input now, as leaving the field does. */
  readonly flush: () => void;
}

/**
 * An uncontrolled field, so that a keystroke renders nothing but the field: React receives the text after a pause.
 * Changes from elsewhere, such as discarding, are written into the field.
 */
export function useTypedField(path: string, value: string, commit: (text: string) => void): TypedField {
  const { store } = useForm();
  const field = useRef<Field>(null);
  const edit = useEdit(commit);
  const follow = useCallback(() => {
    const now = valueAt(store.state().data, path);
    const text = typeof now === 'string' ? now : '';
    if (field.current && edit.waiting() === undefined && field.current.value !== text) field.current.value = text;
  }, [store, path, edit]);
  useEffect(() => store.subscribe(follow), [store, follow]);
  // On every render, because the path of an entry changes when it is moved.
  useLayoutEffect(follow);
  return {
    ref: useCallback((element) => {
      field.current = element;
    }, []),
    text: () => field.current?.value ?? value,
    change(text) {
      if (field.current && field.current.value !== text) field.current.value = text;
      edit.wait(text);
    },
    flush: edit.flush,
  };
}
