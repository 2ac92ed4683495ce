// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../data/api-error.ts';
import { chooseLanguage, loadTexts } from '../../i18n/store.ts';
import { showDialogs } from '../../testing/dialog-page.tsx';
import { confirm } from './confirm.tsx';
import { inform } from './inform.tsx';
import { prompt } from './prompt.tsx';
import { showError } from './show-error.tsx';

let page: HTMLElement;

beforeEach(async () => {
  vi.stubGlobal('fetch', async (address: string) => new Response(await textsAt(address)));
  await loadTexts(['common', 'console', 'errors']);
  await chooseLanguage('eng');
  page = await showDialogs();
  return () => {
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

it('what is wrong with an answer follows the language as well', async () => {
  await act(async () => void OPENED['a question for a text']());
  const fault = () => page.querySelector('.mantine-TextInput-error')?.textContent;
  await act(async () => page.querySelector('form')?.requestSubmit());
  const english = fault();
  await act(() => chooseLanguage('deu'));
  expect(english).toBeTruthy();
  expect(fault()).toBeTruthy();
  expect(fault()).not.toBe(english);
});
