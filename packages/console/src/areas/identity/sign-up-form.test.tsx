// @vitest-environment happy-dom

import { currentTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { SignUpForm } from './sign-up-form.tsx';

it('the form requires accepting the terms of use, and says so', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  const step = { uid: 'u', email: 'grace@company.example', setEmail: () => {}, go: vi.fn() };
  const page = await showConsolePart(<SignUpForm {...step} />);
  const refused = currentTexts().t('identity.terms.refused');
  expect(page.textContent).not.toContain(refused);
  await act(async () => page.querySelector('form')?.requestSubmit());
  expect(page.textContent).toContain(refused);
  expect(sent).not.toHaveBeenCalled();
  expect(step.go).not.toHaveBeenCalled();
});
