// @vitest-environment happy-dom

import { beginSignIn } from '@berth/web/data/auth/sign-in.ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { loader } from './login-page.tsx';

vi.mock('@berth/web/data/auth/sign-in.ts', () => ({ beginSignIn: vi.fn(async () => ({ kind: 'left' })) }));

const open = (query: string) => {
  const request = new Request(`${location.origin}/session/login${query}`);
  return loader({ request, url: new URL(request.url), params: {}, pattern: '', context: {} } as never, undefined);
};

beforeEach(() => void vi.mocked(beginSignIn).mockClear());

it('the query parameter demo shows the login in demo mode, without asking the provider', async () => {
  expect(await open('?demo=true')).toEqual({ kind: 'demo' });
  expect(beginSignIn).not.toHaveBeenCalled();
});

it.each([
  ['?redirectUrl=%2Fmanage%2Faccount%3Ftab%3Dlook', '/manage/account?tab=look'],
  ['?redirectUrl=https%3A%2F%2Fevil.example', undefined],
  ['', undefined],
])('the login with %s redirects to %s afterward', async (query, redirectUrl) => {
  await open(query);
  expect(beginSignIn).toHaveBeenCalledExactlyOnceWith({ redirectUrl });
});
