import { stubSockets } from '@berth/web/testing/sockets.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { listenToBridge } from './events.ts';

afterEach(() => void vi.useRealTimers());

test('a lost channel is reopened after two seconds', async () => {
  vi.useFakeTimers();
  const sockets = stubSockets();
  vi.stubGlobal('location', { host: '127.0.0.1', pathname: '/session/local' });
  vi.stubGlobal('fetch', async () => new Response('a page with token'));
  const stop = new AbortController();
  const handlers = { opened: vi.fn(), closed: vi.fn(), event: vi.fn(), forgotten: vi.fn() };
  listenToBridge('token', handlers, stop.signal);
  (await sockets.next()).close();
  expect(handlers.closed).toHaveBeenCalledOnce();
  let again = false;
  void sockets.next().then(() => {
    again = true;
  });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(again).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(again).toBe(true);
  expect(handlers.forgotten).not.toHaveBeenCalled();
  stop.abort();
});
