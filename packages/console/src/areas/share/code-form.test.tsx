// @vitest-environment happy-dom

import { chooseLanguage, loadTexts } from '@berth/web/i18n/store.ts';
import { answerTexts, typeText } from '@berth/web/testing/browser.ts';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { CodeForm } from './code-form.tsx';

beforeEach(async () => {
  vi.stubGlobal('fetch', answerTexts);
  await loadTexts(['common', 'mirror']);
  await chooseLanguage('eng');
  return () => void vi.unstubAllGlobals();
});

async function submit(code: string) {
  const onSubmit = vi.fn();
  const page = await showConsolePart(<CodeForm busy={false} error={undefined} onSubmit={onSubmit} />);
  await typeText(page.querySelector('input'), code);
  await act(async () => page.querySelector('form')?.requestSubmit());
  return { said: page.textContent, onSubmit };
}

test.each(['fff fff fff', '12 34', '3ab cde fg0'])('%j is refused as malformed', async (code) => {
  const { said, onSubmit } = await submit(code);
  expect(said).toContain('Codes start with 1, 2, or 3, followed by 8 digits or letters from a to f.');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('a code is accepted with blanks and capital letters', async () => {
  const { onSubmit } = await submit('3FF fff fff');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('3ffffffff', expect.any(String));
});
