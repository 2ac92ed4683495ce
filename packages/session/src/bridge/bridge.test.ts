import { startLoopback } from '@berth/web/testing/loopback.ts';
import { stubSockets } from '@berth/web/testing/sockets.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { createBridge } from './bridge.ts';
import { listenToBridge } from './events.ts';

test('a call sends the page’s token and its input, and returns the result', async () => {
  const { received } = await startLoopback(() => ({ body: { result: null } }));
  expect(await createBridge('page-token').call('close_session', { id: 's1' })).toBeNull();
  expect(received).toMatchObject([
    {
      method: 'POST',
      path: '/bridge/close_session',
      headers: { 'x-berth-page-token': 'page-token', 'content-type': 'application/json' },
      body: '{"id":"s1"}',
    },
  ]);
});

test('a reply that came with the page is the first call’s result, not a later one’s', async () => {
  const { received } = await startLoopback(() => ({ body: { result: 'fresh' } }));
  const bridge = createBridge('t', { list_sessions: [] });
  expect(await bridge.call('list_sessions', {})).toEqual([]);
  expect(received).toEqual([]);
  expect(await bridge.call('list_sessions', {})).toBe('fresh');
});

test('a refusal keeps its code', async () => {
  await startLoopback(() => ({ status: 404, body: { error: { status: 404, code: 'not-found', message: 'gone' } } }));
  await expect(createBridge('t').call('raise_session', { id: 'x' })).rejects.toMatchObject({
    name: 'BridgeError',
    code: 'not-found',
    message: 'gone',
  });
});

test('an agent that does not reply in time causes a timeout', async () => {
  await startLoopback(() => undefined);
  await expect(createBridge('t').call('load_profile', {}, 50)).rejects.toMatchObject({ code: 'timeout' });
});

test.each([
  ['load_profile', 10_000],
  ['load_machine_config', 3_000],
  ['load_user_config', 3_000],
  ['load_machine_context', 3_000],
] as const)('%s times out after %i ms', async (method, limit) => {
  await startLoopback(() => undefined);
  // The browser's own timer of this signal cannot be faked: let it expire right away.
  const clock = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')));
  await expect(createBridge('t').call(method, {})).rejects.toMatchObject({ code: 'timeout' });
  expect(clock).toHaveBeenCalledExactlyOnceWith(limit);
});

test('an unreachable agent is not a refusal', async () => {
  const { stop } = await startLoopback(() => ({}));
  await stop();
  await expect(createBridge('t').call('load_profile', {})).rejects.toMatchObject({ code: 'unreachable' });
});

test('a reply without the standard error format is still an error', async () => {
  await startLoopback(() => ({ status: 502, body: '<html>' }));
  await expect(createBridge('t').call('load_profile', {})).rejects.toMatchObject({ name: 'BridgeError' });
});

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
