import { spawn } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SESSION_WINDOWS_MAX } from './system/ports/windows.ts';
import { testAgent } from './testing/agents.ts';
import { processesMentioning, testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { screenOf } from './testing/screen.ts';
import { eventually } from './testing/wait.ts';

/** Addresses that no window may show. A digit key tries each one as a link, as a new window, and as a popup. */
const REFUSED = [
  'mailto:a@b.example',
  'file:///etc/passwd',
  'data:text/html,x',
  'view-source:https://a.example/',
  'chrome://version',
  '/file.bin',
  '/bridge',
];

/** A key press counts as user input, so that the page may do what it could not do by itself. */
const HOSTILE = `<title>Hostile</title>
  <a id="m" href="mailto:a@b.example">mail</a> <a id="t" href="tel:+41123">call</a> <a id="f" href="file:///etc/passwd">file</a>
  <a id="d" href="/file.bin" download>download</a> <a id="b" href="/linked" target="_blank">other page</a>
  <a id="r" target="_blank">what is refused</a> <input id="i" type="file">
  <script>
    const say = (what) => fetch('/said/' + what);
    const refused = (digit) => ${JSON.stringify(REFUSED)}[digit].replace('/bridge', window.bridge);
    fetch('/bridge').then((reply) => reply.text()).then((text) => { window.bridge = text; say('ready'); });
    const openByLink = (digit) => { r.href = refused(digit); r.click(); };
    let way = openByLink;
    addEventListener('message', ({ data }) => say(data));
    addEventListener('keydown', ({ key, ctrlKey, altKey }) => {
      if (ctrlKey || altKey) return;
      if (key === 'p') print();
      if (key === 'r') way = openByLink;
      if (key === 'w') way = (digit) => open(refused(digit));
      if (key === 's') way = (digit) => open(refused(digit), '', 'width=300,height=300');
      if (/[0-9]/.test(key)) way(key);
      if (key === 'l') {
        const login = open('/login');
        const timer = setInterval(() => { if (login.closed) { clearInterval(timer); say('closed'); } }, 50);
      }
      if (key === 'a') for (let n = 0; n < 200; n += 1) open('/linked', '', n % 2 ? 'noopener,width=300,height=300' : '');
      if (key !== 'r') document.getElementById(key)?.click();
      say(key);
    });
  </script>`;
const PAGES = {
  '/hostile': HOSTILE,
  '/linked': `<title>Linked</title><script>
    fetch('/said/linked');
    addEventListener('keydown', ({ key }) => {
      if (key === 'a') for (let n = 0; n < 200; n += 1) open('/linked');
      fetch('/said/linked-' + key);
    });
  </script>`,
  '/login': `<title>Login</title><script>opener.postMessage('token', '*'); close();</script>`,
  '/file.bin': 'x'.repeat(64),
};

/** Keys that could lead to another window, the browser's own pages, or the machine's files. */
const KEYS = `
  ctrl+n ctrl+shift+n ctrl+t ctrl+j ctrl+h ctrl+u ctrl+o ctrl+s ctrl+shift+o ctrl+shift+Delete F1 F12
  ctrl+shift+i ctrl+shift+j shift+Escape alt+shift+i
`
  .trim()
  .split(/\s+/);

/** A machine with these sessions of the hostile site, and with spies in place of `xdg-open` and `xdg-email`. */
async function machine(profile: (url: string) => Record<string, unknown>, more: Record<string, string> = {}) {
  const folder = await testFolder();
  const site: Record<string, string> = { ...PAGES, ...more };
  const pages = await testPages(site);
  const opened = await spyOnOpeners(folder);
  const gateway = await TestGateway.start({ desired: desiredWith({ thinhoc: profile(pages.url) }) });
  const agent = await testAgent({ folder, gateway: gateway.address, screen: true });
  const said = () => pages.visits.flatMap(({ path }) => (path.startsWith('/said/') ? [path.slice(6)] : []));
  const find = <Name extends 'display' | 'bridge'>(name: Name) =>
    agent.events.find((event): event is Extract<typeof event, { event: Name }> => event.event === name);
  await eventually(() => expect(find('display')).toBeDefined());
  const screen = screenOf(find('display')?.name ?? '');
  const bridge = find('bridge')?.url ?? '';
  site['/bridge'] = bridge;
  return { ...agent, folder, pages, said, opened, screen, bridge };
}

async function spyOnOpeners(folder: string): Promise<() => Promise<string>> {
  const programs = join(folder, 'programs');
  const opened = join(folder, 'opened');
  await mkdir(programs, { mode: 0o755 });
  await writeFile(opened, '');
  await chmod(opened, 0o666);
  for (const name of ['xdg-open', 'xdg-email']) {
    await writeFile(join(programs, name), `#!/bin/sh\necho "$*" >> ${opened}\n`, { mode: 0o755 });
  }
  const { PATH } = process.env;
  process.env.PATH = `${programs}:${PATH}`;
  onTestFinished(() => {
    process.env.PATH = PATH;
  });
  return () => readFile(opened, 'utf8');
}

const webapp = (url: string) => ({ display_name: 'App', window_title: 'App', url: `${url}/hostile` });
/** A sleep time, in seconds, that identifies this test's process: longer than any number that browsers have among their arguments. */
const STRAY = '86411.27182818';
const REFERENCE = { session_type: 'webapp', session_index: 0 } as const;

/** Starts a process in a browser's PID namespace that leaves its process group and loses its parent. */
function startStray(browser: string): void {
  const pids = processesMentioning(browser).map((line) => line.split(' ')[0] ?? '');
  const inside = pids.find((pid) => readlinkSync(`/proc/${pid}/ns/pid`) !== readlinkSync('/proc/self/ns/pid'));
  const forkTwice = ['sh', '-c', `setsid sh -c 'sleep ${STRAY} & :' &`];
  spawn('nsenter', ['--target', inside ?? '', '--pid', ...forkTwice], { stdio: 'ignore' });
}

/** A machine that shows the hostile web app and nothing else. */
async function machineWithApp(mode: string) {
  const parts = await machine((url) => ({
    sessions: { webapp: [webapp(url)] },
    ...(mode === 'kiosk mode' ? { kiosk: REFERENCE } : {}),
  }));
  const { call, pages, said, screen, logged } = parts;
  if (mode !== 'kiosk mode') {
    await eventually(() => expect(screen.windows()).toHaveLength(1));
    await call('open_session', REFERENCE);
  }
  await eventually(() => expect(said()).toContain('ready'));
  await eventually(() => expect(screen.titles().toString()).toContain('"App"'));
  const others = () => screen.titles().filter((title) => title !== '' && !title.includes('berth-home'));
  const windows = () => others().map((title) => /WM_CLASS.*/.exec(title)?.[0]);
  const [app] = windows();
  /** Waits like `eventually`; its error says what the screen shows and what the agent logged. */
  const expected = (after: string, expectation: () => void) =>
    eventually(expectation).catch((error: unknown) => {
      throw new Error(`after ${after}: ${error}\n${screen.stack()}\n${logged()}`);
    });
  // Escape closes dialogs that say what is forbidden; then the app has the keyboard focus.
  const hasKeyboard = (after: string) =>
    expected(after, () => {
      screen.press('Escape', 'x');
      expect(said()).toContain('x');
    });
  const onlyTheApp = async (after: string) => {
    await expected(after, () => expect(windows()).toEqual([app]));
    pages.visits.length = 0;
    await hasKeyboard(after);
  };
  return { ...parts, windows, onlyTheApp, expected };
}

const MODES = ['a session', 'kiosk mode'];
/** Each of many windows and keys waits for Chromium: minutes on a busy computer. */
const MANY = { timeout: 600_000 };

test.each(MODES)('no key and no page leads out of a web app in %s', MANY, async (mode) => {
  const { call, folder, said, opened, screen, onlyTheApp } = await machineWithApp(mode);
  await onlyTheApp('start');
  // Printing would block the page until its dialog is answered.
  for (const key of ['m', 't', 'f', 'i', 'd', 'p', 'z']) {
    screen.press(key);
    await eventually(() => expect(said()).toContain(key));
    await onlyTheApp(key);
  }
  for (const way of ['r', 'w', 's']) {
    screen.press(way);
    for (const digit of REFUSED.keys()) {
      // A short-lived window may have the keyboard focus in between.
      await eventually(() => {
        screen.press(`${digit}`);
        expect(said(), `${screen.active()} of ${screen.windows()}: ${screen.stack()}`).toContain(`${digit}`);
      });
    }
    await onlyTheApp(way);
  }
  for (const key of KEYS) {
    screen.press(key);
    await onlyTheApp(key);
  }
  expect(await opened()).toBe('');
  const files = await readdir(join(folder, 'browsers'), { recursive: true });
  expect(files.filter((name) => /file.*\.bin|\.pdf$|\.html$/.test(name))).toEqual([]);

  const strayIsThere = () => expect(processesMentioning(STRAY)).not.toEqual([]);
  startStray(`${folder}/browsers/webapp-`);
  await eventually(strayIsThere);
  const [session] = await call('list_sessions', {});
  await call('close_session', { id: session?.id ?? '' });
  expect(processesMentioning(STRAY)).toEqual([]);
});

test.each(MODES)('windows that a web app opens are bare, can be closed and end with it in %s', MANY, async (mode) => {
  const { call, said, screen, windows, onlyTheApp, expected } = await machineWithApp(mode);
  const close = () => screen.click(1280 - 15, 15);
  await onlyTheApp('start');

  screen.press('b');
  await eventually(() => expect(said()).toContain('linked'));
  const linked = () => screen.titles().filter((title) => title.includes('"Linked"'));
  await expected('a link', () => expect(linked()).toHaveLength(1));
  // The new window has the focus; windows with an address bar are closed.
  screen.press('ctrl+t', 'ctrl+n');
  await eventually(() => {
    screen.press('k');
    expect(said()).toContain('linked-k');
  });
  await eventually(() => expect(windows()).toEqual([expect.any(String), expect.stringContaining('"crx_')]));
  // A click on the app's own button, were it in front, would close the app.
  await eventually(() => expect(screen.stack().at(-1)).toContain('"Linked"'));
  close();
  await onlyTheApp('a link');

  // As in many logins, the page that opened the window receives its message.
  screen.press('l');
  await eventually(() => expect(said()).toEqual(expect.arrayContaining(['token', 'closed'])));
  await onlyTheApp('a login');

  // Each key press opens one more of the 200 windows that its page asks for.
  await eventually(() => {
    screen.press('a');
    expect(said().filter((key) => /^(linked-)?a$/.test(key)).length).toBeGreaterThan(2 * SESSION_WINDOWS_MAX);
  });
  expect(windows().length).toBeGreaterThan(2);
  await eventually(() => expect(windows().length).toBeLessThanOrEqual(SESSION_WINDOWS_MAX));

  await screen.quit(/"App"/);
  if (mode === 'kiosk mode') {
    await eventually(() => expect(said()).toContain('ready'));
    return onlyTheApp('the end of the app, which comes back');
  }
  await eventually(async () => expect(await call('list_sessions', {})).toEqual([]));
  expect(windows()).toEqual([]);
});

/** Reports each key press and does nothing else. */
const QUIET = `<title>Quiet</title><script>
  fetch('/said/ready');
  addEventListener('keydown', ({ key }) => fetch('/said/' + key));
</script>`;

test('no key leads out of a free browser in kiosk mode, and a logout ends the processes it started', MANY, async () => {
  const browser = (url: string) => ({ display_name: 'Web', url: `${url}/quiet`, enable_adblock: false });
  const kiosk = { session_type: 'webbrowser', session_index: 0 };
  const { call, folder, pages, said, opened, screen, bridge } = await machine(
    (url) => ({ sessions: { webbrowser: [browser(url)] }, kiosk }),
    { '/quiet': QUIET },
  );
  await eventually(() => expect(said()).toContain('ready'));
  const onlyThePage = async (after: string) => {
    pages.visits.length = 0;
    await eventually(() => {
      screen.press('Escape', 'x');
      expect(said(), after).toContain('x');
      const others = screen.titles().filter((title) => title !== '' && !title.includes('berth-home'));
      expect(others, after).toEqual([expect.stringContaining('"Quiet')]);
    });
  };
  await onlyThePage('start');
  for (const key of [...KEYS, 'alt+d', 'F6', 'alt+f', 'F10', 'F11', 'F3', 'alt+Home', 'alt+Tab']) {
    screen.press(key);
    await onlyThePage(key);
  }
  for (const address of ['chrome://version', 'file:///etc/passwd', `${bridge}/`]) {
    screen.press('ctrl+l');
    screen.type(`${address}\n`);
    await onlyThePage(address);
  }
  pages.visits.length = 0;
  screen.press('alt+F4');
  // No Escape here: it would stop the page from loading.
  await eventually(() => expect(said()).toContain('ready'));
  await onlyThePage('alt+F4, after which it comes back');

  expect(await opened()).toBe('');
  startStray(`${folder}/browsers/webbrowser-`);
  await eventually(() => expect(processesMentioning(STRAY)).not.toEqual([]));
  await call('log_out', {});
  await eventually(() => expect(processesMentioning(STRAY)).toEqual([]));
});

test('the free browser shows web pages only, nothing of itself, the machine, or other programs', MANY, async () => {
  const browser = (url: string) => ({ display_name: 'Web', url: `${url}/hostile`, enable_adblock: false });
  const { call, said, opened, screen, bridge } = await machine((url) => ({
    sessions: { webbrowser: [browser(url)] },
  }));
  await eventually(() => expect(screen.windows()).toHaveLength(1));
  await call('open_session', { session_type: 'webbrowser', session_index: 0 });
  await eventually(() => expect(said()).toContain('ready'));
  const browsers = () => screen.titles().filter((title) => title.includes('berth-session'));
  const browserTitle = () => browsers()[0] ?? '';
  const visit = async (address: string, title: string) => {
    screen.press('Escape', 'ctrl+l');
    screen.type(`${address}\n`);
    await eventually(() => expect(browserTitle(), address).toContain(title));
  };
  await eventually(() => expect(browserTitle()).toContain('Hostile'));
  // An error page has the address or its host as its title; other pages have their own.
  for (const page of [
    'version',
    'net-export',
    'history',
    'downloads',
    'password-manager',
    'extensions',
    'net-internals',
  ]) {
    await visit(`chrome://${page}`, `"chrome://${page}`);
  }
  await visit('data:text/html,<title>made</title>', '"data:text/html');
  await visit('file:///etc/passwd', '"file:///etc/passwd');
  await visit(`${bridge}/`, '"127.0.0.1');
  await visit(bridge.replace('127.0.0.1', 'localhost'), '"localhost');
  screen.press('ctrl+shift+n');
  screen.type('mailto:a@b.example\n');
  await visit('about:blank', '"about:blank');
  expect(browsers()).toHaveLength(1);
  expect(await opened()).toBe('');
});
