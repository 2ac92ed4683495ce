// @vitest-environment happy-dom

import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { storePerson } from '@berth/web/data/auth/person.ts';
import { startTexts } from '@berth/web/i18n/store.ts';
import { answerTexts } from '@berth/web/testing/browser.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../data/query.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { DialogStack } from '../dialogs/stack.tsx';
import { Component as AccountPage } from './account-page.tsx';

const NOT_FOUND = { error: { status: 404, code: 'not-found', message: 'No such account.', requestId: 'r1' } };

it('says that password and factors of a third-party account are changed at its provider', async () => {
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
    .toContain('managed by another provider. Change your password');
  expect(page.querySelector('input[type=password]')).toBeNull();
});

it('deletes an account without a password by a mailed code', async () => {
  const asked: { readonly path: string; readonly body: unknown }[] = [];
  const answer = (path: string) => {
    if (path.endsWith('/account')) return Response.json(NOT_FOUND, { status: 404 });
    if (path.endsWith('/account/deletion/code')) return new Response(null, { status: 204 });
    return Response.json(path.endsWith('/account/deletion') ? [] : {});
  };
  vi.stubGlobal('fetch', answerTexts);
  await startTexts(['common', 'account', 'errors']);
  vi.stubGlobal('fetch', async (address: string | URL, init?: RequestInit) => {
    const path = String(address);
    if (init?.method === 'POST') asked.push({ path, body: JSON.parse(String(init.body)) });
    return answer(path);
  });
  storeAccessToken('a-token', Date.now() + 3_600_000);
  storePerson({ id: 'p', email: 'ada@example.org', permissions: [] });
  const page = await showConsolePart(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <AccountPage />
        <DialogStack />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  const button = (name: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === name);
  await vi.waitFor(() => expect(button('Delete account')).toBeDefined(), { timeout: 60_000 });
  expect(page.textContent).toContain('Your account with the other provider is not affected.');
  button('Delete account')?.click();
  await vi.waitFor(() => expect(document.body.textContent).toContain('sent a code to ada@example.org'), {
    timeout: 60_000,
  });
  expect(asked).toMatchObject([{ path: expect.stringContaining('/account/deletion/code'), body: { language: 'eng' } }]);
});
