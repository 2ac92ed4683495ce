// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { showSession } from '../testing/session-page.tsx';
import LoginReturn from './login-return.tsx';

const answer = vi.hoisted(() => ({ text: '' }));
vi.mock('@berth/web/data/auth/fragment.ts', () => ({ answerOfProvider: () => answer.text }));

const TITLE = 'Authentication failed';
const NO_SERVER = 'No server address is set on this machine. Contact whoever installed it.';
const UNREACHABLE = 'The login page is not reachable. Check the network and try again.';
const CLOUD = 'http://127.0.0.1:9/api';

test.each([
  ['the network was lost', 'state=s&code=c', CLOUD, UNREACHABLE],
  ['no server is set', 'state=s&code=c', null, NO_SERVER],
  ['the provider refused', 'state=s&error=access_denied&error_description=You+are+locked', CLOUD, 'You are locked'],
  ['the page was opened again', 'state=other&code=c', CLOUD, ''],
])('a login that failed because %s says so in words for its user', async (_why, text, base, reason) => {
  answer.text = text;
  sessionStorage.setItem('sign-in-attempt', JSON.stringify({ state: 's', nonce: '', verifier: '', redirectUri: '' }));
  const { page } = await showSession(<LoginReturn />, { bridge: { get_api_base: () => base } });
  await act(() => vi.waitFor(() => expect(page.querySelector('[role=alert]')).not.toBeNull()));
  expect(page.querySelector('[role=alert]')?.textContent).toBe(`${TITLE}${reason}Try again`);
});
