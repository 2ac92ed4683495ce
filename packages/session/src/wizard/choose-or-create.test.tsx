// @vitest-environment happy-dom
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import { ChooseOrCreate } from './choose-or-create.tsx';
import type { Choice } from './wizard-state.ts';

const texts = {
  title: 'Profile',
  text: 'Which one?',
  first: 'The first one',
  label: 'Profiles',
  create: 'A new one',
  nameLabel: 'Name',
  invalid: 'Not a name',
  createFailed: 'Failed',
  taken: 'Taken',
};
const desk = { id: 'a', name: 'Desk' };
const hall = { id: 'b', name: 'Hall' };

async function show(load: () => Promise<Choice[]>) {
  const onChosen = vi.fn();
  const { page } = await showSession(
    <ChooseOrCreate
      texts={texts}
      rule={{ minLength: 1, maxLength: 10, pattern: '.' }}
      suggestion=""
      load={load}
      create={() => Promise.reject(new Error('not asked for'))}
      chosen={undefined}
      onBack={() => {}}
      onChosen={onChosen}
    />,
    { bridge: { get_api_base: () => 'https://cloud.example/api/v1' } },
  );
  return { page, onChosen, submit: () => act(async () => page.querySelector('form')?.requestSubmit()) };
}

it.each([
  ['one', [desk], [[desk]]],
  ['several', [desk, hall], []],
])('a list of %s gets the focus once loaded, and Enter continues', async (_, list, chosen) => {
  const { promise, resolve } = Promise.withResolvers<Choice[]>();
  const { page, onChosen, submit } = await show(() => promise);
  await act(async () => resolve(list));
  expect(page.querySelector('input[type=radio]')).not.toBeNull();
  expect(document.activeElement).toBe(page.querySelector('input[type=radio]'));
  await submit();
  expect(onChosen.mock.calls).toEqual(chosen);
});

it('an entry that the user picks is chosen', async () => {
  const { page, onChosen, submit } = await show(() => Promise.resolve([desk, hall]));
  await act(async () => page.querySelectorAll<HTMLElement>('input[type=radio]')[1]?.click());
  await submit();
  expect(onChosen.mock.calls).toEqual([[hall]]);
});
