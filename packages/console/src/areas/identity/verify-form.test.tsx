// @vitest-environment happy-dom

import { currentTexts } from '@berth/web/i18n/store.ts';
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { LinkForm, VerifyForm } from './verify-form.tsx';

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

it('a mailed link confirms nothing by being opened: it asks for the password, and says if it is wrong', async () => {
  const replies = [
    Response.json({ error: { status: 401, code: 'login-failed', message: 'Wrong.' } }, { status: 401 }),
    Response.json({ email: 'grace@company.example' }),
  ];
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => replies.shift() as Response);
  const page = await showConsolePart(
    <MemoryRouter>
      <LinkForm token="abc" />
    </MemoryRouter>,
  );
  const { t } = currentTexts();
  const submit = () => act(async () => page.querySelector('form')?.requestSubmit());
  await submit();
  expect(sent).not.toHaveBeenCalled();
  expect(page.textContent).toContain(t('identity.password.missing'));

  await typeText(page.querySelector('input'), 'Meadow-24');
  await submit();
  expect(JSON.parse(String(sent.mock.calls[0]?.[1]?.body))).toEqual({ token: 'abc', password: 'Meadow-24' });
  expect(page.textContent).toContain(t('identity.verify.wrong'));
  await submit();
  expect(page.textContent).toContain(t('identity.verified.text', { email: 'grace@company.example' }));
});
