// @vitest-environment happy-dom

import { storePerson } from '@berth/web/data/auth/person.ts';
import { FormError } from '@berth/web/data/describe-error.ts';
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useDialogForm } from './use-dialog-form.ts';

interface Values {
  readonly name: string;
  readonly place: string;
  readonly note: string;
}

interface Asked {
  readonly send?: (values: Values) => Promise<string>;
  readonly refusedAt?: () => readonly (keyof Values)[];
}

/** A dialog with three fields; the name is required, the note must be short. */
async function show({ send = async () => 'made', refusedAt }: Asked = {}) {
  const close = vi.fn();
  const sent = vi.fn(send);
  function Renaming() {
    const form = useDialogForm<Values, string>({
      start: { place: 'Lobby', name: '', note: '' },
      place: 'rename',
      check: ({ name, note }) => ({
        name: name === '' ? 'Name it.' : undefined,
        note: note.length > 3 ? 'Too long.' : undefined,
      }),
      send: sent,
      ...(refusedAt ? { refusedAt } : {}),
      close,
    });
    const field = (name: keyof Values) => {
      const { error, ...input } = form.text(name);
      return <input name={name} aria-invalid={error !== undefined} title={error ?? ''} {...input} />;
    };
    return (
      <FormDialog form={form} title="Rename" submit="Save">
        {field('place')}
        {field('name')}
        {field('note')}
      </FormDialog>
    );
  }
  const page = await showConsolePart(<Renaming />);
  const field = (name: keyof Values) => page.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
  const type = (name: keyof Values, text: string) => typeText(field(name), text);
  const submit = () => act(async () => page.querySelector<HTMLFormElement>('form')?.requestSubmit());
  const press = (label: string) =>
    act(async () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click());
  const error = () => page.querySelector('form')?.firstElementChild?.textContent;
  return { page, field, type, submit, press, error, close, sent };
}

const taken = async (): Promise<string> => {
  throw new FormError(() => 'This name is taken.');
};

it('sends by its main button, which belongs to the form although it is outside of it', async () => {
  const { type, press, close, sent } = await show();
  await type('name', 'Lobby');
  await press('Save');
  expect(sent).toHaveBeenCalledExactlyOnceWith({ place: 'Lobby', name: 'Lobby', note: '' });
  expect(close).toHaveBeenCalledExactlyOnceWith('made');
});

it('closes by Cancel and by Esc without sending', async () => {
  const { page, press, close, sent } = await show();
  await press('common.cancel');
  expect(close).toHaveBeenCalledExactlyOnceWith(undefined);
  await act(async () => page.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(close).toHaveBeenCalledTimes(2);
  expect(sent).not.toHaveBeenCalled();
});

it('marks faults after a first attempt to send, and updates them while typing', async () => {
  const { field, type, submit, sent } = await show();
  expect(field('name').title).toBe('');
  await submit();
  expect(sent).not.toHaveBeenCalled();
  expect(field('name').title).toBe('Name it.');
  await type('name', 'Lobby');
  expect(field('name').title).toBe('');
});

it('shows the server’s error above the fields, and keeps the input', async () => {
  const { field, type, submit, error, close } = await show({ send: taken });
  await type('name', 'Lobby');
  await submit();
  expect(error()).toContain('This name is taken.');
  expect(field('name').value).toBe('Lobby');
  expect(close).not.toHaveBeenCalled();
});

it('shows the server’s error at its field until one of the rejected values changes', async () => {
  const { field, type, submit, error } = await show({ send: taken, refusedAt: () => ['name', 'place'] });
  for (const changed of ['name', 'place'] as const) {
    await type('name', `Lobby ${changed}`);
    await submit();
    expect(field('name').title).toBe('This name is taken.');
    expect(error() ?? '').not.toContain('taken');
    await type('note', changed.slice(0, 2));
    expect(field('name').title).toBe('This name is taken.');
    await type(changed, 'Company');
    expect(field('name').title).toBe('');
  }
});

it('sends once at a time', async () => {
  const { type, submit, sent, close } = await show({ send: () => answer.promise });
  const answer = Promise.withResolvers<string>();
  await type('name', 'Lobby');
  await submit();
  await submit();
  expect(sent).toHaveBeenCalledOnce();
  await act(async () => answer.resolve('late'));
  expect(close).toHaveBeenCalledExactlyOnceWith('late');
});

it('focuses the first invalid field, once for each reply', async () => {
  const { field, type, submit } = await show();
  await type('note', 'Too long');
  field('place').focus();
  await submit();
  expect(document.activeElement).toBe(field('name'));

  // Later typing does not move the focus; sending the same fault again does.
  field('note').focus();
  await type('note', 'Too long as well');
  expect(document.activeElement).toBe(field('note'));
  await submit();
  expect(document.activeElement).toBe(field('name'));
});

it('has its input again after a login that replaces an ended one, and not after Cancel', async () => {
  const person = { id: 'ada', email: 'ada@company.example', permissions: [] };
  onTestFinished(() => storePerson(null));
  storePerson(person);
  const { type, press } = await show();
  await type('note', 'abc');
  storePerson(null);
  await press('common.cancel');
  storePerson({ ...person, id: 'bob' });
  expect((await show()).field('note').value).toBe('');
  storePerson(person);
  const again = await show();
  expect(again.field('note').value).toBe('abc');
  expect(again.page.textContent).toContain('console.unsaved.restored');
  await again.press('common.cancel');
  expect((await show()).field('note').value).toBe('');
});
