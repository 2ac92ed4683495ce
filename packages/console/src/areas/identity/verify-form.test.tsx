// @vitest-environment happy-dom

import { currentTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { VerifyForm } from './verify-form.tsx';

it('the code is sent again on request, in the language of the page, and the form says so', async () => {
  const reply = () => Response.json({ status: 'verification-sent' }, { status: 202 });
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => reply());
  const step = { uid: 'u', email: 'grace@company.example', setEmail: () => {}, go: vi.fn() };
  const page = await showConsolePart(<VerifyForm {...step} />);
  const { t, language } = currentTexts();
  const again = [...page.querySelectorAll('button')].find(
    ({ textContent }) => textContent === t('identity.verify.again'),
  );
  await act(async () => again?.click());
  const [address, request] = sent.mock.calls[0] ?? [];
  expect(String(address)).toContain('/identity/interactions/u/send-code-again');
  expect(JSON.parse(String(request?.body))).toEqual({ email: 'grace@company.example', language });
  expect(page.textContent).toContain(t('identity.verify.sentAgain'));
});
