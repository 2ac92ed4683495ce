// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { accessToken, storeAccessToken } from '../access-token.ts';
import { hasDemoRestarted, rememberDemo } from '../api-base.ts';
import { resumeDemo } from './demo.ts';
import { storePerson } from './person.ts';

vi.mock('../client-config.ts', () => ({ clientConfig: () => ({}), realApiBase: () => '/api' }));

const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub, email: 'demo@berth.example' }))}.`;
const assign = vi.fn();
let account: string;

beforeEach(() => {
  sessionStorage.clear();
  assign.mockClear();
  vi.stubGlobal('location', { ...location, assign });
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ demo: true, apiBase: '/demo/api' });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    return Response.json({ apiBase: '/demo/api', accessToken: tokenOf(account), expiresAt });
  });
  rememberDemo({ apiBase: '/demo/api', expiresAt: '2026-11-23T22:00:00.000Z' });
  storePerson({ id: 'first', email: 'demo@berth.example', permissions: [] });
  storeAccessToken(tokenOf('first'), Date.now() - 1_000);
  resumeDemo();
});

it('a demo that was replaced by another one starts over, and says so', async () => {
  account = 'second';
  expect(await accessToken()).toBe(tokenOf('second'));
  expect(assign).toHaveBeenCalledExactlyOnceWith('/manage');
  expect(hasDemoRestarted()).toBe(true);
});

it('the same demo continues with a new token', async () => {
  account = 'first';
  expect(await accessToken()).toBe(tokenOf('first'));
  expect(assign).not.toHaveBeenCalled();
  expect(hasDemoRestarted()).toBe(false);
});
