import { type Reply, startLoopback } from '@berth/web/testing/loopback.ts';
import { stubSockets } from '@berth/web/testing/sockets.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { centerSession } from './center.ts';
import type { Session } from './session.ts';
import type { SessionState } from './state.ts';

const profile = (revision: number) => ({ id: 'p', name: `Revision ${revision}`, revision, definition: { revision } });
const ONLINE = { network: 'ok', internet: 'ok', dns: 'ok', cloud: 'ok' };
const ANSWERS: Readonly<Record<string, unknown>> = {
  load_profile: profile(1),
  load_machine_config: { machine_id: 'a'.repeat(32), firstboot: false },
  get_machine_status: { status: 'normal', message: '' },
  list_sessions: [],
  load_user_config: { last_machine_id: 'a'.repeat(32), testflight: true },
  load_machine_context: { machine: { flex: { sip: { enabled: true, display_name: 'Lobby' } } } },
  get_login: { user: { name: '', provider: 'automatic' }, providers: [], automaticAfter: 10, endsIn: null },
};

async function start(special: Readonly<Record<string, () => Promise<Reply | undefined> | Reply | undefined>> = {}) {
  const sockets = stubSockets();
  const loopback = await startLoopback(({ path }) => {
    const method = path.replace('/bridge/', '');
    return special[method]?.() ?? (method in special ? undefined : { body: { result: ANSWERS[method] } });
  });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  return { session: centerSession('token', stop.signal), sockets, loopback };
}

/**
 * Call timeouts expire only when the test says so; other timers stay real, for the loopback server.
 * @returns a function that advances every call's timeout by this many milliseconds.
 */
function holdTimeouts(): (ms: number) => void {
  const held: { readonly ms: number; readonly late: AbortController }[] = [];
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    held.push({ ms, late });
    return late.signal;
  });
  onTestFinished(() => spy.mockRestore());
  return (ms) => {
    for (const { late } of held.filter((each) => each.ms <= ms)) late.abort(new DOMException('late', 'TimeoutError'));
  };
}

/** Waits until the agent has received a call that it never answers. */
function arrives(loopback: { readonly received: readonly { readonly path: string }[] }, method: string) {
  return vi.waitUntil(() => loopback.received.some(({ path }) => path === `/bridge/${method}`), { timeout: 60_000 });
}

/** Waits until the page has received the reply to a call. */
function isAnswered(loopback: { readonly answered: readonly string[] }, method: string) {
  return vi.waitUntil(() => loopback.answered.includes(`/bridge/${method}`), { timeout: 60_000 });
}

/** Waits until the state matches. */
function until({ state }: Session, check: (state: SessionState) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!check(state.get())) return;
      stop();
      resolve();
    };
    const stop = state.subscribe(look);
    look();
  });
}

test('loads everything the home screen shows', async () => {
  const { session } = await start();
  expect(session.state.get().load).toBe('LOADING');
  await until(session, ({ load }) => load === 'LOADED');
  expect(session.state.get()).toMatchObject({ profile: { revision: 1 }, sessions: [], failure: null });
});

test('network probes do not block loading', async () => {
  const { session, sockets } = await start({ get_online_status: () => undefined });
  const socket = await sockets.next();
  await until(session, ({ load }) => load === 'LOADED');
  expect(session.state.get().online.internet).toBe('unknown');
  socket.push({ section: 'online-status', value: ONLINE });
  expect(session.state.get().online).toEqual(ONLINE);
});

test('the first connection to the agent’s events, which start with the full state, loads nothing again', async () => {
  const { session, sockets, loopback } = await start();
  (await sockets.next()).onopen?.();
  await until(session, ({ load, linked }) => load === 'LOADED' && linked);
  expect(loopback.received.filter(({ path }) => path === '/bridge/load_profile')).toHaveLength(1);
});

test('user config and machine context are loaded, and skipped after three seconds', async () => {
  const pass = holdTimeouts();
  const { session } = await start();
  await until(session, ({ userConfig, context }) => userConfig !== null && context !== null);
  expect(session.state.get()).toMatchObject({ userConfig: { testflight: true }, context: { machine: { flex: {} } } });

  const lacking = await start({ load_user_config: () => undefined });
  await arrives(lacking.loopback, 'load_user_config');
  await isAnswered(lacking.loopback, 'load_machine_context');
  pass(2_999);
  expect(lacking.session.state.get()).toMatchObject({ userConfig: null, context: null });
  pass(3_000);
  await until(lacking.session, ({ context }) => context !== null);
  expect(lacking.session.state.get()).toMatchObject({ load: 'LOADED', userConfig: null });
  const bare = await start({ load_machine_context: () => undefined });
  await arrives(bare.loopback, 'load_machine_context');
  await isAnswered(bare.loopback, 'load_user_config');
  pass(3_000);
  await until(bare.session, ({ userConfig }) => userConfig !== null);
  expect(bare.session.state.get()).toMatchObject({ load: 'LOADED', context: null });
});

test('a machine config that takes longer than three seconds is an error, and can be loaded again', async () => {
  let late = true;
  const pass = holdTimeouts();
  const { session, loopback } = await start({
    load_machine_config: () => (late ? undefined : { body: { result: ANSWERS.load_machine_config } }),
  });
  await arrives(loopback, 'load_machine_config');
  pass(2_999);
  expect(session.state.get().load).toBe('LOADING');
  pass(3_000);
  await until(session, ({ load }) => load === 'ERROR');
  expect(session.state.get().failure).toBe('timeout');
  await until(session, ({ userConfig }) => userConfig?.last_machine_id === 'a'.repeat(32));
  late = false;
  session.reload();
  await until(session, ({ load }) => load === 'LOADED');
});

test('a session that is not loaded after ten seconds is an error', async () => {
  const pass = holdTimeouts();
  const { session, loopback } = await start({ load_profile: () => undefined });
  await arrives(loopback, 'load_profile');
  await arrives(loopback, 'load_machine_config');
  pass(9_999);
  expect(session.state.get().load).toBe('LOADING');
  pass(10_000);
  await until(session, ({ load }) => load === 'ERROR');
  expect(session.state.get().failure).toBe('timeout');
});

test('a session that did not load is retried automatically, and shows the error until then', async () => {
  const answers: Reply[] = [{ status: 500, body: {} }, { body: { result: [] } }];
  const { session } = await start({ list_sessions: () => answers.shift() });
  await until(session, ({ load }) => load === 'ERROR');
  const seen: unknown[] = [];
  session.state.subscribe(() => seen.push(session.state.get().load));
  await until(session, ({ load }) => load === 'LOADED');
  expect(seen).not.toContain('LOADING');
});

test('values pushed while loading are newer than the loaded ones', async () => {
  let answer: (reply: Reply) => void = () => {};
  const { session, sockets, loopback } = await start({
    load_profile: () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const socket = await sockets.next();
  await vi.waitUntil(() => loopback.received.some(({ path }) => path === '/bridge/load_profile'), { timeout: 60_000 });
  socket.push({ section: 'profile', value: profile(2) });
  answer({ body: { result: profile(1) } });
  await until(session, ({ load }) => load === 'LOADED');
  expect(session.state.get().profile?.revision).toBe(2);
});

test('a pushed profile keeps the identity of unchanged parts', async () => {
  const { session, sockets } = await start();
  await until(session, ({ load }) => load === 'LOADED');
  const before = session.state.get();
  const socket = await sockets.next();
  const listener = vi.fn();
  session.state.subscribe(listener);
  socket.push({ section: 'profile', value: profile(1) });
  expect(listener).not.toHaveBeenCalled();
  socket.push({ section: 'profile', value: { ...profile(1), name: 'Renamed' } });
  expect(session.state.get().profile?.definition).toBe(before.profile?.definition);
  expect(session.state.get().online).toBe(before.online);
});

test('an unknown section is ignored', async () => {
  const { session, sockets } = await start();
  await until(session, ({ load }) => load === 'LOADED');
  const before = session.state.get();
  (await sockets.next()).push({ section: 'weather', value: 'rain' });
  expect(session.state.get()).toBe(before);
});

test('without the agent’s events the network status is unknown, and the page reconnects automatically', async () => {
  const { session, sockets } = await start({ '/session/local': () => ({ body: 'a page with token' }) });
  const socket = await sockets.next();
  socket.onopen?.();
  await until(session, ({ load, linked }) => load === 'LOADED' && linked);
  socket.close();
  expect(session.state.get()).toMatchObject({ linked: false, load: 'LOADED', online: { cloud: 'unknown' } });
  const again = await sockets.next();
  again.onopen?.();
  again.push({ section: 'online-status', value: ONLINE });
  await until(session, ({ linked, online }) => linked && online.cloud === 'ok');
});

test('a restarted agent makes the page reload', async () => {
  const { sockets } = await start({ '/session/local': () => ({ body: 'a page with another one' }) });
  (await sockets.next()).close();
  await vi.waitUntil(() => vi.mocked(location.reload).mock.calls.length > 0, { timeout: 60_000 });
});
