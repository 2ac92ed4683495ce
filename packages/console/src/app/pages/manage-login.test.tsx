// @vitest-environment happy-dom
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../../testing/console-part.tsx';
import { Component, loader } from './manage-login.tsx';

const config = vi.hoisted(() => ({ apiBase: '' }));
vi.mock('@berth/web/data/client-config.ts', () => ({ realApiBase: () => config.apiBase }));
vi.mock('@berth/web/data/auth/sign-in.ts', () => ({ beginSignIn: () => Promise.reject(new Error('cut off')) }));

/** What the page says where it is open at one address and the login works at another. */
async function failureAt(page: string, apiBase: string): Promise<string> {
  (globalThis as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(page);
  vi.stubGlobal('isSecureContext', true);
  config.apiBase = apiBase;
  const routes = [{ path: '/manage/login', loader, element: <Component />, HydrateFallback: () => null }];
  const router = createMemoryRouter(routes, { initialEntries: ['/manage/login'] });
  const body = await showConsolePart(<RouterProvider router={router} />);
  const notice = await vi.waitUntil(() => body.querySelector('[role=alert]'));
  return notice.querySelector('a')?.getAttribute('href') ?? notice.textContent;
}

const DOWN = 'identity.start.unreachable';

it.each([
  ['https://berth.example/manage/login', 'https://berth.example/api', DOWN],
  ['https://192.0.2.7/manage/login', 'https://berth.example/api', 'https://berth.example'],
  ['http://127.0.0.1:9000/manage/login', 'http://localhost:8080/api', 'http://localhost:8080'],
  // There, localhost is another computer.
  ['http://192.0.2.7:8080/manage/login', 'http://localhost:8080/api', DOWN],
])('a login that cannot start at %s, where the API is at %s, says: %s', async (page, apiBase, says) => {
  expect(await failureAt(page, apiBase)).toBe(says);
});
