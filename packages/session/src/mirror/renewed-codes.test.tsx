// @vitest-environment happy-dom
import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { profileWith } from '../testing/profile.ts';
import { showSession } from '../testing/session-page.tsx';
import { useRenewedCodes } from './codes.ts';

const login = (user: object | null) => ({ user, providers: [], automaticAfter: null, endsIn: null }) as never;
const profile = (renews: boolean) => profileWith({ system: { auth: { renew_OTCs_on_sessions_logout: renews } } });

test.each([true, false])('a logout renews the codes of mirroring as the profile says: %s', async (renews) => {
  const host = { renewCodes: vi.fn() };
  function Service() {
    useRenewedCodes(host);
    return null;
  }
  const grace = login({ name: 'grace', provider: 'local' });
  const { state } = await showSession(<Service />, { state: { profile: profile(renews), login: grace } });
  expect(host.renewCodes).not.toHaveBeenCalled();
  await act(async () => state.set({ login: login(null) }));
  expect(host.renewCodes).toHaveBeenCalledTimes(renews ? 1 : 0);
  await act(async () => state.set({ login: grace }));
  expect(host.renewCodes).toHaveBeenCalledTimes(renews ? 1 : 0);
});
