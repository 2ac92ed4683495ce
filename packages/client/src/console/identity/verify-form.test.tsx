// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { currentTexts } from '../../i18n/store.ts';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { VerifyForm } from './verify-form.tsx';

it('the code is sent again on demand, in the language of the page, and the form says so', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const reply = () => Response.json({ status: 'verification-sent' }, { status: 202 });
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => reply());
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()));
  const step = { uid: 'u', email: 'grace@harbour.example', setEmail: () => {}, go: vi.fn() };
  await act(async () =>
    root.render(
      <WidgetProvider>
        <VerifyForm {...step} />
      </WidgetProvider>,
    ),
  );
  const { t, language } = currentTexts();
  const again = [...page.querySelectorAll('button')].find(
    ({ textContent }) => textContent === t('identity.verify.again'),
  );
  await act(async () => again?.click());
  const [address, request] = sent.mock.calls[0] ?? [];
  expect(String(address)).toContain('/identity/interactions/u/send-code-again');
  expect(JSON.parse(String(request?.body))).toEqual({ email: 'grace@harbour.example', language });
  expect(page.textContent).toContain(t('identity.verify.sentAgain'));
});
