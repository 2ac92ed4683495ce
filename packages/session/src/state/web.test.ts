import { storeAccessToken } from '@berth/web/data/access-token.ts';
import { stubStorage } from '@berth/web/testing/browser.ts';
import { type Reply, startLoopback } from '@berth/web/testing/loopback.ts';
import { expect, test, vi } from 'vitest';
import { profileWith } from '../testing/profile.ts';
import { webSession } from './web.ts';

test('a profile that the cloud does not deliver within ten seconds is an error, and loads again on request', async () => {
  stubStorage('sessionStorage');
  storeAccessToken('person', Date.now() + 3_600_000);
  let reply: Reply | undefined;
  await startLoopback(() => reply);
  const late = new AbortController();
  const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
  const { state, reload } = webSession('p1');
  expect(clock).toHaveBeenCalledExactlyOnceWith(10_000);
  expect(state.get().load).toBe('LOADING');
  late.abort(new DOMException('late', 'TimeoutError'));
  await expect.poll(() => state.get()).toMatchObject({ load: 'ERROR', failure: 'timeout' });
  reply = { body: { ...profileWith({}), id: 'p1', deployment: 'vanilla' } };
  reload();
  await expect.poll(() => state.get()).toMatchObject({ load: 'LOADED', failure: null, profile: { id: 'p1' } });
});
