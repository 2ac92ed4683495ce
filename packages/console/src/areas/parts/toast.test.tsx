// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { act } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Toasts } from '../../app/start.tsx';
import { showConsolePart } from '../../testing/console-part.tsx';
import { toast } from './toast.ts';

/** The uncompiled texts: without values in them they equal the compiled ones. */
async function textsAt(address: string): Promise<Response> {
  const [language = '', file = ''] = address.split('/').slice(-2);
  return new Response(
    await readFile(join(import.meta.dirname, '../../../../contract/src/texts', language, file), 'utf8'),
  );
}

it('an open toast and its action switch their language right away', async () => {
  vi.stubGlobal('fetch', textsAt);
  onTestFinished(() => void vi.unstubAllGlobals());
  await loadTexts(['common']);
  await chooseLanguage('eng');
  const page = await showConsolePart(<Toasts />);
  const run = () => undefined;
  await act(async () => toast(({ t }) => t('common.loading'), { label: ({ t }) => t('common.cancel'), run }));
  const [english, offer] = [page.textContent, page.querySelector('button')?.textContent];
  await act(() => chooseLanguage('deu'));
  expect(page.textContent).not.toBe(english);
  expect(page.querySelector('button')?.textContent).not.toBe(offer);
  await act(() => chooseLanguage('eng'));
  expect(page.textContent).toBe(english);
});
