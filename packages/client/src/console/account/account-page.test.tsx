// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { storeAccessToken } from '../../data/access-token.ts';
import { queryClient } from '../../data/query.ts';
import { startTexts } from '../../i18n/store.ts';
import { answerTexts } from '../../testing/answer-texts.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { Component as AccountPage } from './account-page.tsx';

const NOT_FOUND = { error: { status: 404, code: 'not-found', message: 'No such account.', requestId: 'r1' } };

it('says of an account at a third-party provider that password and factors are changed there', async () => {
  vi.stubGlobal('fetch', answerTexts);
  localStorage.setItem('locale', JSON.stringify({ language: 'eng' }));
  await startTexts(['common', 'account', 'errors']);
  vi.stubGlobal('fetch', async () => Response.json(NOT_FOUND, { status: 404 }));
  storeAccessToken('a-token', Date.now() + 3_600_000);
  const page = await showConsolePart(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <AccountPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  await expect
    .poll(() => page.textContent, { timeout: 60_000 })
    .toContain('kept by another provider. Change your password');
  expect(page.querySelector('input[type=password]')).toBeNull();
});
