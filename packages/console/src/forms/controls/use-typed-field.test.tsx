// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished } from 'vitest';
import { FormContext, type FormSurroundings, useForm } from '../form-context.tsx';
import { createFormStore } from '../state/form-store.ts';
import { flushPendingEdits } from './use-edit.ts';
import { useTypedField } from './use-typed-field.ts';

function Field({ path, value }: { readonly path: string; readonly value: string }): ReactNode {
  const { store } = useForm();
  const typed = useTypedField(path, value, (text) => store.change(path, text));
  return <input ref={typed.ref} defaultValue={value} onChange={(event) => typed.change(event.currentTarget.value)} />;
}

function open() {
  const form = {
    schema: { type: 'object', properties: { name: { type: 'string' }, other: { type: 'string' } } },
    uischema: { type: 'VerticalLayout', elements: [] },
    validate: () => true,
  } as const;
  const store = createFormStore(form, { name: 'Lobby', other: 'Counter' }, () => undefined);
  const surroundings: FormSurroundings = {
    store,
    controlFor: () => () => null,
    configptr: '',
    changeDefinition: () => undefined,
    deployment: undefined,
    openForm: undefined,
    attempts: 0,
    target: undefined,
  };
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  const draw = (path: string, value: string) =>
    flushSync(() =>
      root.render(
        <FormContext.Provider value={surroundings}>
          <Field path={path} value={value} />
        </FormContext.Provider>,
      ),
    );
  draw('name', 'Lobby');
  const input = place.querySelector('input');
  if (!input) throw new Error('no field');
  const type = (text: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  return { store, input, type, draw };
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
