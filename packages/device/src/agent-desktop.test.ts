import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandId } from '@berth/contract/ids';
import { expect, onTestFinished, test } from 'vitest';
import x11, { type ScreenSaver, type XDisplay } from 'x11';
import { fakeLocalAccounts } from './system/fake/machine.ts';
import { findAccounts } from './system/linux/accounts.ts';
import { desktopHost } from './system/linux/desktop.ts';
import { silentLog } from './system/log.ts';
import { testAgent } from './testing/agents.ts';
import { processesMentioning, testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { eventually } from './testing/wait.ts';

const COMMAND = '11111111-1111-4111-8111-111111111111' as CommandId;

async function machine(definitionOf: (url: string) => Record<string, unknown>) {
  const folder = await testFolder();
  const pages = await testPages({ '/mail': '<title>Inbox</title>', '/docs': '<title>Docs</title>' });
  const desired = desiredWith(definitionOf(pages.url));
  const gateway = await TestGateway.start({ desired });
  const agent = await testAgent({ folder, gateway: gateway.address, screen: true });
  const save = (definition: Record<string, unknown>, revision: number): void => {
    const { id, name } = desired.profile ?? expect.unreachable();
    gateway.send({ type: 'desired', desired: { ...desired, profile: { id, name, revision, definition } } });
  };
  return { ...agent, folder, pages, gateway, save };
}

const mail = (url: string, display_name = 'Mail') => ({ display_name, url: `${url}/mail` });
const docs = (url: string) => ({ display_name: 'Docs', url: `${url}/docs` });

test('a tile opens one real window that follows its entry and ends with it', async () => {
  const { call, folder, pages, save, agent, events } = await machine((url) => webapps(docs(url), mail(url)));
  await eventually(() => expect(events.some(({ event }) => event === 'display')).toBe(true));
  const tile = { session_type: 'webapp', session_index: 1 } as const;
  await eventually(() => call('open_session', tile));
  const open = () => call('list_sessions', {});
  await eventually(async () => expect(await open()).toMatchObject([{ title: 'Mail', state: 'open' }]));
  const visits = () => pages.visits.filter(({ path }) => path === '/mail');
  await eventually(() => expect(visits()).toHaveLength(1));
  await call('open_session', tile);

  // Renamed and moved to the front of its list: the same window stays open.
  save(webapps({ ...mail(pages.url, 'Post'), window_title: 'Company mail' }, docs(pages.url)), 2);
  await eventually(async () =>
    expect(await open()).toMatchObject([{ title: 'Company mail', state: 'open', session_index: 0 }]),
  );
  expect(pages.visits.filter(({ path }) => path === '/mail')).toHaveLength(1);

  save(webapps(docs(pages.url)), 3);
  await eventually(async () => expect(await open()).toEqual([]));

  await agent.stop();
  await eventually(() => expect(processesMentioning(folder)).toEqual([]));
});

test('a crashed session restarts, a closed one does not', async () => {
  const { call, folder, pages } = await machine((url) => webapps(mail(url)));
  await eventually(() => call('open_session', { session_type: 'webapp', session_index: 0 }));
  const state = async () => (await call('list_sessions', {}))[0]?.state;
  await eventually(async () => expect(await state()).toBe('open'));
  await eventually(() => expect(pages.visits.map(({ path }) => path)).toContain('/mail'));
  pages.visits.length = 0;
  kill(folder, 'webapp-');
  await eventually(async () => expect(await state()).toBe('starting'));
  await eventually(async () => expect(await state()).toBe('open'));
  await eventually(() => expect(pages.visits.map(({ path }) => path)).toContain('/mail'));

  const [session] = await call('list_sessions', {});
  await call('close_session', { id: session?.id ?? '' });
  expect(await call('list_sessions', {})).toEqual([]);
});

test('Ctrl+N opens no browser beside the home screen, and none in kiosk mode', async () => {
  const kiosk = { session_type: 'webapp', session_index: 0 };
  const { call, events, pages, save } = await machine((url) => webapps(mail(url)));
  await eventually(() => expect(events.some(({ event }) => event === 'display')).toBe(true));
  const DISPLAY = events.find((event) => event.event === 'display')?.name ?? '';
  const x = (program: string, ...args: string[]) =>
    execFileSync(program, args, { env: { ...process.env, DISPLAY }, encoding: 'utf8' });
  const windows = () => x('xprop', '-root', '_NET_CLIENT_LIST').match(/0x[0-9a-f]+/g) ?? [];
  // Works even if the window existed only briefly: it is gone from the next window list.
  const pressAndSettle = async (): Promise<void> => {
    const [before, ...more] = windows();
    expect(more).toEqual([]);
    x('xdotool', 'key', 'ctrl+n');
    await eventually(() => expect(windows()).toHaveLength(2), 5_000).catch(() => {});
    await eventually(() => expect(windows()).toEqual([before]));
  };
  await eventually(() => expect(windows()).toHaveLength(1));
  await pressAndSettle();
  // The browser opens no incognito window: our rules would not apply in it.
  x('xdotool', 'key', 'ctrl+shift+n');
  for (let waited = 0; waited < 1_500; waited += 100) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(windows()).toHaveLength(1);
  }

  const { thinhoc } = webapps(mail(pages.url));
  save({ thinhoc: { ...thinhoc, kiosk } }, 2);
  await eventually(async () => expect((await call('list_sessions', {}))[0]?.state).toBe('open'));
  await eventually(() => expect(windows()).toHaveLength(1));
  await pressAndSettle();
});

test('kiosk mode shows only one session and restarts it after a crash', async () => {
  const kiosk = (url: string) => {
    const { thinhoc } = webapps(mail(url), docs(url));
    const other = { session_type: 'webapp', session_index: 1 };
    return { thinhoc: { ...thinhoc, kiosk: other, autostart: [{ ...other, session_index: 0 }] } };
  };
  const { call, folder, pages, save, gateway, events } = await machine(kiosk);
  const open = () => call('list_sessions', {});
  await eventually(async () => expect(await open()).toMatchObject([{ title: 'Docs', state: 'open' }]));
  await eventually(() => expect(processesMentioning(`${folder}/browsers/home`)).toEqual([]));
  await expect(call('open_session', { session_type: 'webapp', session_index: 0 })).rejects.toThrow(/Kiosk/);

  kill(folder, 'webapp-');
  await eventually(async () => expect((await open())[0]?.state).toBe('starting'));
  await eventually(async () => expect((await open())[0]?.state).toBe('open'));

  // A message is shown above the session, in a separate window, until it is read.
  const MESSAGE = '0198c0de-0000-7000-8000-0000000000aa' as CommandId;
  gateway.command({ id: MESSAGE, command: 'notify', payload: { msg: 'Closing at six' } });
  const notice = () => processesMentioning(`${folder}/browsers/message`);
  await eventually(() => expect(notice()).not.toEqual([]));
  expect(gateway.of('read')).toEqual([]);
  await call('dismiss_notification', { id: MESSAGE });
  await eventually(() => expect(gateway.of('read')).toEqual([{ type: 'read', id: MESSAGE }]));
  await eventually(() => expect(notice()).toEqual([]));

  // Only an emergency covers the session.
  const display = events.find((event) => event.event === 'display')?.name ?? '';
  gateway.command({ id: COMMAND, command: 'notify', payload: { msg: 'Leave the building', emergency: true } });
  await eventually(() => expect(windowsOn(display)).toEqual({ count: 2, front: 'Berth' }));

  save(webapps(mail(pages.url)), 2);
  await eventually(async () => expect(await open()).toEqual([]));
  await eventually(() => expect(processesMentioning(`${folder}/browsers/home`)).not.toEqual([]));
});

test('the bridge opens a terminal, which asks for a login if the agent is root', async () => {
  const folder = await testFolder();
  const programs = join(folder, 'programs');
  const opened = join(folder, 'opened');
  await mkdir(programs);
  const script = `#!/bin/sh\necho "$DISPLAY $*" > ${opened}.part && mv ${opened}.part ${opened}\n`;
  await writeFile(join(programs, 'x-terminal-emulator'), script, { mode: 0o755 });
  const { PATH } = process.env;
  process.env.PATH = `${programs}:${PATH}`;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
  const { call, events } = await testAgent({ folder, screen: true });
  await eventually(() => expect(events.some(({ event }) => event === 'display')).toBe(true));
  await call('open_terminal', {});
  const { name } = events.find((event) => event.event === 'display') ?? expect.unreachable();
  const login = process.getuid?.() === 0 ? '-e login' : '';
  await eventually(async () => expect(await readFile(opened, 'utf8')).toBe(`${name} ${login}\n`));
});

test('the X server and the home screen restart after being killed, with the same window in front', async () => {
  const { call, folder, events } = await machine((url) => webapps(mail(url)));
  await eventually(() => call('open_session', { session_type: 'webapp', session_index: 0 }));
  const open = () => call('list_sessions', {});
  const displays = () => events.flatMap((event) => (event.event === 'display' ? [event] : []));
  const asBefore = () =>
    eventually(async () => {
      expect((await open())[0]?.state).toBe('open');
      expect(windowsOn(displays().at(-1)?.name ?? '')).toEqual({ count: 2, front: 'Mail' });
    });
  await asBefore();
  process.kill(displays()[0]?.pid ?? Number.NaN, 'SIGKILL');
  await eventually(() => expect(displays()).toHaveLength(2));
  await asBefore();
  const home = () => processesMentioning(`${folder}/browsers/home`);
  const killed = home();
  kill(folder, 'home');
  // A quick computer shows the next one within a moment.
  await eventually(() => expect(home().filter((line) => killed.includes(line))).toEqual([]));
  await eventually(() => expect(home()).not.toEqual([]));
  await asBefore();
});

test('Ctrl+Alt+Backspace logs out from any window: sessions close and their data is deleted', async () => {
  const { call, folder, events } = await machine((url) => webapps(mail(url)));
  await eventually(() => call('open_session', { session_type: 'webapp', session_index: 0 }));
  const open = () => call('list_sessions', {});
  await eventually(async () => expect((await open())[0]?.state).toBe('open'));
  const left = async () => (await readdir(join(folder, 'browsers'))).filter((name) => name.startsWith('webapp-'));
  expect(await left()).toHaveLength(1);
  const display = events.find((event) => event.event === 'display')?.name ?? '';
  execFileSync('xdotool', ['key', 'ctrl+alt+BackSpace'], { env: { ...process.env, DISPLAY: display } });
  await eventually(async () => expect((await call('get_login', {})).user).toBeNull());
  await eventually(async () => expect(await open()).toEqual([]));
  await eventually(async () => expect(await left()).toEqual([]));
  expect(processesMentioning(`${folder}/browsers/home`)).not.toEqual([]);
});

/** How many windows a display has, and the title of the one in front. */
function windowsOn(display: string): { count: number; front: string } {
  const env = { ...process.env, DISPLAY: display };
  const list = String(execFileSync('xprop', ['-root', '_NET_CLIENT_LIST_STACKING'], { env })).match(/0x[0-9a-f]+/g);
  const front = execFileSync('xdotool', ['getwindowname', list?.at(-1) ?? ''], { env });
  return { count: list?.length ?? 0, front: String(front).trim() };
}

/** Kills a browser's main process: the one whose command line is not that of a helper. */
function kill(folder: string, browser: string): void {
  const main = processesMentioning(`${folder}/browsers/${browser}`).find((line) => !line.includes('--type='));
  process.kill(Number(main?.split(' ')[0]), 'SIGKILL');
}

/** A machine whose profile has this idle action after 30 minutes, and which has been idle for longer. */
async function leftAlone(actionOnTimeout: string) {
  const folder = await testFolder();
  const accounts = await findAccounts(folder, silentLog);
  const settings = { mode: 'headless', size: '1280x720', accounts, homeArguments: [], log: silentLog } as const;
  const host = desktopHost(settings) ?? expect.unreachable();
  const idle = { idleMs: async () => 30.5 * 60_000 };
  const open = async () => {
    const desktop = await host.open();
    return new Proxy(desktop, {
      get: (_, name) => {
        const part = Reflect.get(name in idle ? idle : desktop, name);
        return typeof part === 'function' ? part.bind(desktop) : part;
      },
    });
  };
  const auth = { mode: 'external-login', localSessionTimeout: { enabled: true, timeout: 30, actionOnTimeout } };
  const gateway = await TestGateway.start({ desired: desiredWith({ system: { auth } }) });
  const localAccounts = fakeLocalAccounts({ grace: 'lobby' }, []);
  const system = { desktop: { open, clear: () => host.clear() }, localAccounts };
  const here = await testAgent({ folder, gateway: gateway.address, system });
  await eventually(() => expect(here.events.some(({ event }) => event === 'display')).toBe(true));
  await eventually(() => here.call('log_in', { provider: 'local', user: 'grace', password: 'lobby' }));
  const display = here.events.find((event) => event.event === 'display')?.name ?? '';
  const login = () => here.call('get_login', {});
  return { ...here, display, login, user: async () => (await login()).user };
}

test('an idle session is blanked, suspended, logged out, or prompted, as the profile says', async () => {
  const actions = ['nothing', 'blank', 'suspend', 'logout', 'interactive'];
  const [nothing, blank, suspend, logout, asked] = await Promise.all(actions.map(leftAlone));
  if (!nothing || !blank || !suspend || !logout || !asked) expect.unreachable();
  const SUSPENDED = { event: 'power', order: 'suspend' };
  await eventually(async () => expect(await isBlank(blank.display)).toBe(true));
  await eventually(() => expect(suspend.events).toContainEqual(SUSPENDED));
  await eventually(async () => expect(await logout.user()).toBeNull());
  // Half of the 60 seconds in which the user can keep the session.
  await eventually(async () => expect((await asked.login()).endsIn).toBe(30));
  for (const other of [nothing, suspend]) expect(await isBlank(other.display)).toBe(false);
  for (const other of [nothing, blank, suspend, asked]) expect(await other.user()).toMatchObject({ name: 'grace' });
  for (const other of [nothing, blank, logout, asked]) expect(other.events).not.toContainEqual(SUSPENDED);
});

/** Whether the X server's screen saver is on. */
async function isBlank(display: string): Promise<boolean> {
  const { client, screen } = await new Promise<XDisplay>((resolve, reject) => {
    x11.createClient({ display, shm: false }, (error, opened) => (error ? reject(error) : resolve(opened)));
  });
  onTestFinished(() => void client.terminate());
  const saver = await new Promise<ScreenSaver>((resolve, reject) => {
    client.require('screen-saver', (error, found) => (error ? reject(error) : resolve(found)));
  });
  return new Promise((resolve, reject) => {
    saver.QueryInfo(screen[0]?.root ?? 0, (error, { state }) => (error ? reject(error) : resolve(state === 1)));
  });
}
