// @vitest-environment happy-dom

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '@berth/web/data/api-error.ts';
import { chooseLanguage, currentTexts, loadTexts } from '@berth/web/i18n/store.ts';
import { typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { showDialogs } from '../../testing/console-part.tsx';
import { withPassword } from '../account/password-dialog.tsx';
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

/** The topmost dialog: those of earlier tests stay open below it. */
function dialog(): Element | undefined {
  return [...page.querySelectorAll('dialog')].at(-1);
}

/** The uncompiled texts: without values in them they equal the compiled ones. */
function textsAt(address: string): Promise<string> {
  const [language = '', file = ''] = address.split('/').slice(-2);
  return readFile(join(import.meta.dirname, '../../../../contract/src/texts', language, file), 'utf8');
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

it.each(Object.entries(OPENED))('an open %s switches its language right away', async (_, open) => {
  await act(async () => void open());
  const before = dialog()?.textContent;
  await act(() => chooseLanguage('deu'));
  const german = dialog()?.textContent;
  await act(() => chooseLanguage('eng'));
  expect(dialog()?.textContent).toBe(before);
  expect(german).not.toBe(before);
});

it('the fault of an input follows the language, too', async () => {
  await act(async () => void OPENED['a question for a text']());
  const fault = () => dialog()?.querySelector('.mantine-TextInput-error')?.textContent;
  await act(async () => dialog()?.querySelector('form')?.requestSubmit());
  const english = fault();
  await act(() => chooseLanguage('deu'));
  expect(english).toBeTruthy();
  expect(fault()).toBeTruthy();
  expect(fault()).not.toBe(english);
});

it('a server error follows the language, however long it has been shown', async () => {
  const refused = new ApiError({ status: 409, code: 'name-taken', message: 'Another one has this name.' });
  const run = () => Promise.reject(refused);
  await act(
    async () =>
      void prompt(({ t }) => ({ title: t('console.profile.rename'), label: t('common.name'), value: 'Company', run })),
  );
  await act(async () => dialog()?.querySelector('form')?.requestSubmit());
  const said = () => dialog()?.querySelector('.mantine-TextInput-error')?.textContent;
  expect(said()).toBe(currentTexts().t('errors.code.name-taken'));
  const english = said();
  await act(() => chooseLanguage('deu'));
  expect(said()).toBe(currentTexts().t('errors.code.name-taken'));
  expect(said()).not.toBe(english);
});

it('a dialog’s own message follows the language, too, and a later server error', async () => {
  const fail = async () => Promise.reject(new ApiError({ status: 403, code: 'forbidden', message: 'No.' }));
  await act(async () => void withPassword(() => ({ title: 'Proof', submit: 'Go', run: fail })));
  const said = () => dialog()?.querySelector('.mantine-PasswordInput-error')?.textContent;
  await act(async () => dialog()?.querySelector('form')?.requestSubmit());
  expect(said()).toBe(currentTexts().t('common.required'));
  await act(() => chooseLanguage('deu'));
  expect(said()).toBe(currentTexts().t('common.required'));
  await typeText(dialog()?.querySelector('input'), 'a password');
  await act(async () => dialog()?.querySelector('form')?.requestSubmit());
  const german = said();
  expect(german).toBe(currentTexts().t('errors.code.forbidden'));
  await act(() => chooseLanguage('eng'));
  expect(said()).toBe(currentTexts().t('errors.code.forbidden'));
  expect(said()).not.toBe(german);
});
