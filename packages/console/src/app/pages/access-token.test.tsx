// @vitest-environment happy-dom

import { accessToken } from '@berth/web/data/access-token.ts';
import { takeFragment } from '@berth/web/data/auth/fragment.ts';
import { currentPerson, isAuthenticated, storePerson } from '@berth/web/data/auth/person.ts';
import { beginSignIn } from '@berth/web/data/auth/sign-in.ts';
import { paths } from '@berth/web/paths/paths.ts';
import { takeSignedOutRoute } from '@berth/web/paths/remembered-routes.ts';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { DialogStack } from '../../areas/dialogs/stack.tsx';
import { showConsolePart } from '../../testing/console-part.tsx';
import { Component, loader } from './access-token.tsx';

const identity = vi.hoisted(() => ({
  authority: 'http://127.0.0.1:9/oidc',
  clientId: 'console',
  scope: 'openid',
  implicit: false,
}));
vi.mock('@berth/web/data/client-config.ts', () => ({ clientConfig: () => ({ identity }) }));
const assign = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  assign.mockClear();
  identity.implicit = false;
  storePerson(null);
  vi.spyOn(location, 'assign').mockImplementation(assign);
});

/** Opens the page as the provider redirects to it. */
async function arrive(fragment: string): Promise<HTMLElement> {
  history.replaceState(null, '', `/access_token#${fragment}`);
  takeFragment();
  const routes = [
    { path: '/access_token', loader, Component, HydrateFallback: () => null },
    { path: '/', element: <h1>The way in</h1> },
  ];
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
/** Accepts the request and never responds. */
const sayNothing: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
  });

it.each(['error=server_error&error_description=Out+of+order', 'error=consent_required', 'code=c1&state=s1'])(
  'a provider that is down at %s ends in the alert, logged out and at the login',
  async (fragment) => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(refuseAll);
    storePerson({ id: 'u1', email: 'grace@company.example', permissions: [] });
    const page = await arrive(fragment);
    await until(() => expect(page.querySelector('dialog')?.textContent).toContain('identity.failed.title'));
    await act(async () => page.querySelector<HTMLElement>('dialog button')?.click());
    await until(() => expect(assign).toHaveBeenCalledWith('/'));
    expect(isAuthenticated()).toBe(false);
    expect(takeSignedOutRoute()).toBe(paths.signIn());
  },
);

it('a provider that accepts the code and never responds ends in the alert, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.spyOn(globalThis, 'fetch').mockImplementation(sayNothing);
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(sayNothing);
  // The login that this tab started.
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

describe('an access token in the hash, for a provider configured for it', () => {
  const payload = { sub: 'u1', email: 'grace@company.example', permissions: [] };
  const token = `e30.${btoa(JSON.stringify(payload))}.c2ln`;
  /** The state that this tab sends to the provider. */
  async function sentState(): Promise<string> {
    identity.implicit = true;
    const endpoint = { authorization_endpoint: `${identity.authority}/auth` };
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(endpoint));
    void beginSignIn();
    await vi.waitFor(() => expect(assign).toHaveBeenCalled(), 20_000);
    return new URL(assign.mock.calls[0]?.[0]).searchParams.get('state') ?? '';
  }

  it('logs in, redirects to /, and is removed from the URL', async () => {
    const state = await sentState();
    const page = await arrive(`access_token=${token}&state=${state}&expires_in=600`);
    await until(() => expect(page.querySelector('h1')?.textContent).toBe('The way in'));
    expect(currentPerson()).toMatchObject({ id: 'u1', email: 'grace@company.example' });
    expect(await accessToken()).toBe(token);
    expect(location.hash).toBe('');
  });

  it('is refused without a login request', async () => {
    await sentState();
    const page = await arrive(`access_token=${token}&state=of-somebody-else&expires_in=600`);
    await until(() => expect(page.querySelector('dialog')?.textContent).toContain('identity.failed.title'));
    expect(isAuthenticated()).toBe(false);
    expect(await accessToken()).toBeUndefined();
  });
});
