import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useForm } from '../form-context.ts';
import { valueAt } from '../state/values-at-path.ts';
import { useEdit } from './use-edit.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

interface TypedField {
  readonly ref: RefCallback<Field>;
  /** The field's text, with what is typed and not yet handed on. */
  readonly text: () => string;
  /** The field's text is another one now. */
  readonly change: (text: string) => void;
  /** Hands on what is typed now, as leaving the field does. */
  readonly flush: () => void;
}

/**
 * A field that keeps its own text, so that a keystroke draws nothing but the field: React hears of it after a pause. What
 * changes elsewhere, such as by discarding the changes, is written into the field.
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
  // With every drawing as well: the path of an entry changes when it is moved.
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
