// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import Greeter from './greeter.tsx';

test('who cannot read the greeter chooses another language on it', async () => {
  const { page } = await showSession(<Greeter />);
  const choice = page.querySelector('select');
  expect([...(choice?.options ?? [])].map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Deutsch', 'English', 'Русский']),
  );
  expect(page.textContent).not.toContain('Язык');
  await act(async () => {
    if (choice) choice.value = 'rus';
    choice?.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect.poll(() => page.textContent).toContain('Язык');
});
