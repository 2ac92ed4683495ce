// @vitest-environment happy-dom
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { DialogStack } from '../../console/dialogs/stack.tsx';
import { isAuthenticated, storePerson } from '../../data/auth/person.ts';
import { showConsolePart } from '../../testing/console-part.tsx';
import { takeFragment } from '../fragment.ts';
import { takeSignedOutRoute } from '../paths/journey.ts';
import { paths } from '../paths/paths.ts';
import { Component, loader } from './access-token.tsx';

const identity = vi.hoisted(() => ({
  ...{ authority: 'http://127.0.0.1:9/oidc', clientId: 'console', scope: 'openid', implicit: false },
}));
vi.mock('../../data/client-config.ts', () => ({ clientConfig: () => ({ identity }) }));
const assign = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  assign.mockClear();
  vi.spyOn(location, 'assign').mockImplementation(assign);
});

/** The page as the browser comes back from the provider. */
async function arrive(fragment: string): Promise<HTMLElement> {
  history.replaceState(null, '', `/access_token#${fragment}`);
  takeFragment();
  storePerson({ id: 'u1', email: 'grace@harbour.example', permissions: [] });
  const routes = [{ path: '/access_token', loader, Component, HydrateFallback: () => null }];
  const router = createMemoryRouter(routes, { initialEntries: ['/access_token'] });
  return showConsolePart(
    <>
      <RouterProvider router={router} />
      <DialogStack />
    </>,
  );
}

const until = (check: () => void) => vi.waitFor(() => act(async () => check()), 20_000);
const refuseAll = async () => {
  throw new TypeError('Failed to fetch');
};
/** Accepts the request and says nothing. */
const sayNothing: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

it.each(['error=server_error&error_description=Out+of+order', 'error=consent_required', 'code=c1&state=s1'])(
  'A provider that is down at %s ends in the alert, signed out and at the login',
  async (fragment) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(refuseAll);
    const page = await arrive(fragment);
    await until(() => expect(page.querySelector('dialog')?.textContent).toContain('identity.failed.title'));
    await act(async () => page.querySelector<HTMLElement>('dialog button')?.click());
    await until(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(isAuthenticated()).toBe(false);
    expect(takeSignedOutRoute()).toBe(paths.signIn());
  },
);

it('A provider that takes the code and says nothing ends in the alert, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(globalThis, 'fetch').mockImplementation(sayNothing);
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(sayNothing);
  // The sign-in that this tab began.
  const state = { id: 's1', created: Date.now() / 1_000, authority: identity.authority, client_id: 'console' };
  const kept = {
    ...state,
    redirect_uri: `${location.origin}/access_token`,
    scope: 'openid',
    response_mode: 'fragment',
  };
  sessionStorage.setItem('oidc.s1', JSON.stringify({ ...kept, code_verifier: 'v'.repeat(43) }));
  const page = await arrive('code=c1&state=s1');
  await until(() => expect(asked).toHaveBeenCalled());
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(page.querySelector('dialog')?.textContent).toContain('Network timed out');
});
