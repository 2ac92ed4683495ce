// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { currentTexts } from '../../i18n/store.ts';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { SignUpForm } from './sign-up-form.tsx';

it('without the terms of use nobody signs up, and the form says that they were not accepted', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const sent = vi.spyOn(globalThis, 'fetch');
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  onTestFinished(() => act(async () => root.unmount()));
  const step = { uid: 'u', email: 'grace@harbour.example', setEmail: () => {}, go: vi.fn() };
  await act(async () =>
    root.render(
      <WidgetProvider>
        <SignUpForm {...step} />
      </WidgetProvider>,
    ),
  );
  const refused = currentTexts().t('identity.terms.refused');
  expect(page.textContent).not.toContain(refused);
  await act(async () => page.querySelector('form')?.requestSubmit());
  expect(page.textContent).toContain(refused);
  expect(sent).not.toHaveBeenCalled();
  expect(step.go).not.toHaveBeenCalled();
});
