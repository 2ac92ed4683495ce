// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../../../testing/session-page.tsx';
import { INITIAL_WIZARD } from '../wizard-state.ts';
import { Welcome } from './welcome.tsx';

test('the wizard promises a first-boot setup of less than 5 minutes', async () => {
  const { page } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={() => {}} back={() => {}} />, {
    bridge: {},
  });
  expect(page.textContent).toContain('less than 5 minutes');
});

test('the wizard offers English, German, Swiss German and Russian, and goes on in what is chosen', async () => {
  const { page } = await showSession(<Welcome wizard={INITIAL_WIZARD} next={() => {}} back={() => {}} />, {
    bridge: {},
  });
  const languages = () => [...page.querySelectorAll('label:has(input[type=radio])')];
  expect(languages().map(({ textContent }) => textContent)).toEqual([
    'Deutsch',
    'English',
    'Schwiizerdütsch',
    'Русский',
  ]);
  for (const [index, next] of ['Weiter', 'Next', 'Wiiter', 'Далее'].entries()) {
    await act(async () => languages()[index]?.querySelector('input')?.click());
    await expect.poll(() => [...page.querySelectorAll('button')].at(-1)?.textContent).toBe(next);
  }
});
