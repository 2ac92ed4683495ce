// @vitest-environment happy-dom

import type { PasswordFault } from '@berth/contract/rules/text';
import { currentTexts } from '@berth/web/i18n/store.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { ResetForm } from './reset-form.tsx';

/** The page after a valid password was refused with this error. */
async function refused(status: number, code: string, rule?: PasswordFault): Promise<HTMLElement> {
  const faults = rule && [{ path: '/password', rule, message: 'No.' }];
  const reply = () => Response.json({ error: { code, message: 'No.', status, faults } }, { status });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => reply());
  const page = await showConsolePart(
    <MemoryRouter>
      <ResetForm token="spent" />
    </MemoryRouter>,
  );
  await typeText(page.querySelector('input'), 'Lobby-side!7');
  await act(async () => page.querySelector('form')?.requestSubmit());
  return page;
}

it('the forgot password screen has the link mailed to the address, and says so', async () => {
  const answer = async () => Response.json({ status: 'sent-if-known' }, { status: 202 });
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(answer);
  sent.mockClear();
  const step = { uid: 'u', email: 'grace@company.example', setEmail: () => {}, go: vi.fn() };
  const page = await showConsolePart(<ForgotForm {...step} />);
  const { t } = currentTexts();
  expect(page.querySelector('h1')?.textContent).toBe(t('identity.forgot.title'));
  await act(async () => page.querySelector('form')?.requestSubmit());
  const [[address, request] = []] = sent.mock.calls;
  expect(String(address)).toContain('forgot');
  expect(JSON.parse(String(request?.body))).toMatchObject({ email: 'grace@company.example' });
  expect(page.querySelector('form')).toBeNull();
  expect(page.textContent).toContain(t('identity.forgot.sent', { email: 'grace@company.example' }));
});

it('a used or expired link offers a new one', async () => {
  const page = await refused(400, 'invalid-code');
  const { t } = currentTexts();
  expect(page.textContent).toContain(t('identity.reset.spent'));
  expect(page.querySelector('a')?.getAttribute('href')).toBe(paths.manageSignIn());
  expect(page.querySelector('input')).toBeNull();
});

it('a temporary error keeps the password', async () => {
  const page = await refused(429, 'rate-limited');
  expect(page.querySelector('input')?.value).toBe('Lobby-side!7');
});

it.each([
  ['commonPassword', 'identity.password.common'],
  ['containsEmail', 'identity.password.email'],
] as const)('a password refused as %s shows the reason, not a broken rule', async (rule, key) => {
  const page = await refused(400, 'invalid-input', rule);
  const { t } = currentTexts();
  expect(page.textContent).toContain(t(key));
  expect(page.textContent).not.toContain(t('identity.password.weak'));
});
