// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { openFieldForm } from '../../testing/form-field.tsx';
import { useForm } from '../form-context.tsx';
import { flushPendingEdits } from './use-edit.ts';
import { useTypedField } from './use-typed-field.ts';

function Field({ path, value }: { readonly path: string; readonly value: string }): ReactNode {
  const { store } = useForm();
  const typed = useTypedField(path, value, (text) => store.change(path, text));
  return <input ref={typed.ref} defaultValue={value} onChange={(event) => typed.change(event.currentTarget.value)} />;
}

function open() {
  const text = { type: 'string' };
  const form = openFieldForm({ name: text, other: text }, { name: 'Lobby', other: 'Counter' });
  const draw = (path: string, value: string) => form.draw(<Field path={path} value={value} />);
  draw('name', 'Lobby');
  return { ...form, input: form.input(), draw };
}

it('a text field commits what was typed, and keeps it while an older text is rendered', () => {
  const { store, input, type, draw } = open();
  type('Lobby 7');
  expect(store.state().data).toEqual({ name: 'Lobby', other: 'Counter' });
  draw('name', 'Lobby');
  expect(input.value).toBe('Lobby 7');
  flushPendingEdits();
  expect(store.state().data).toEqual({ name: 'Lobby 7', other: 'Counter' });
  draw('name', 'Lobby');
  expect(input.value).toBe('Lobby 7');
});

it('a text field shows changes from elsewhere, and after a move the field at its position', () => {
  const { store, input, type, draw } = open();
  type('Lobby 7');
  flushPendingEdits();
  store.replace({ name: 'Lobby', other: 'Counter' });
  expect(input.value).toBe('Lobby');
  draw('other', 'Counter');
  expect(input.value).toBe('Counter');
});
