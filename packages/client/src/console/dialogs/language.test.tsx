// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../data/api-error.ts';
import { chooseLanguage, loadTexts } from '../../i18n/store.ts';
import { WidgetProvider } from '../../ui/mantine/provider.tsx';
import { confirm } from './confirm.tsx';
import { inform } from './inform.tsx';
import { prompt } from './prompt.tsx';
import { showError } from './show-error.tsx';
import { DialogStack } from './stack.tsx';

let page: HTMLElement;

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.stubGlobal('fetch', async (address: string) => new Response(await textsAt(address)));
  await loadTexts(['common', 'console', 'errors']);
  await chooseLanguage('eng');
  page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  await act(async () =>
    root.render(
      <WidgetProvider>
        <DialogStack />
      </WidgetProvider>,
    ),
  );
  return async () => {
    await act(async () => root.unmount());
    page.remove();
    vi.unstubAllGlobals();
  };
});

/** The texts as they are written: without values in them they are the same once compiled. */
function textsAt(address: string): Promise<string> {
  const [language = '', file = ''] = address.split('/').slice(-2);
  return readFile(join(import.meta.dirname, '../../i18n', language, file), 'utf8');
}

const OPENED = {
  'a question': () =>
    confirm(({ t }) => ({ title: t('console.unsaved.title'), message: t('console.unsaved.message') })),
  'a question for a text': () =>
    prompt(({ t }) => ({ title: t('console.profile.rename'), label: t('common.name'), submit: t('common.rename') })),
  'a message': () =>
    inform(({ t }) => ({ title: t('console.inactivity.title'), message: t('console.inactivity.message') })),
  'an error': () => showError(new ApiError({ status: 409, code: 'revision-conflict', message: 'Another revision.' })),
};

it.each(Object.entries(OPENED))('%s that is open speaks another language as soon as it is chosen', async (_, open) => {
  await act(async () => void open());
  const before = page.querySelector('dialog')?.textContent;
  await act(() => chooseLanguage('deu'));
  const german = page.querySelector('dialog')?.textContent;
  await act(() => chooseLanguage('eng'));
  expect(page.querySelector('dialog')?.textContent).toBe(before);
  expect(german).not.toBe(before);
});
