import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { appWindow, openDesktop } from '../../testing/desktops.ts';
import { processesMentioning } from '../../testing/folders.ts';
import { testPages } from '../../testing/pages.ts';
import { screenOf } from '../../testing/screen.ts';
import { eventually, expectCollected } from '../../testing/wait.ts';
import { HOME_CLASS, MESSAGE_CLASS, NOTICE_CLASS, NOTICE_PLACES, SESSION_CLASS_PREFIX } from '../ports/windows.ts';
import { XConnection } from './x-connection.ts';

test.each([
  ['1280x720', 52],
  ['3840x2160', 104],
  // A rotated monitor.
  ['2160x3840', 104],
])('the bar above a session on a screen of %s is %i pixels high', async (size, height) => {
  const { desktop } = await openDesktop({ size });
  const { url } = await testPages({ '/a': '<title>Page A</title>' });
  await desktop.openBrowser(appWindow('a', `${url}/a`));
  const session = () => desktop.windows.list().find(({ title }) => title === 'Page A')?.id ?? 0;
  await eventually(() => expect(session()).not.toBe(0));
  const x = await XConnection.open(desktop.name);
  onTestFinished(() => x.close());
  await eventually(async () => expect(Math.abs((await x.placeOf(session())).y - height)).toBeLessThanOrEqual(2));
});

test('opens, lists, raises, titles, and closes web app windows', async () => {
  const { desktop, folder } = await openDesktop();
  const { url } = await testPages({ '/a': '<title>Page A</title>', '/b': '<title>Page B</title>' });
  const { windows } = desktop;
  const titleOf = (name: string) =>
    windows.list().find(({ className }) => className === `${SESSION_CLASS_PREFIX}-${name}`)?.title;
  const idOf = (name: string) =>
    windows.list().find(({ className }) => className === `${SESSION_CLASS_PREFIX}-${name}`)?.id ?? 0;

  const first = await desktop.openBrowser(appWindow('a', `${url}/a`));
  await eventually(() => expect(titleOf('a')).toBe('Page A'));
  await desktop.openBrowser(appWindow('b', `${url}/b`));
  await eventually(() => expect(titleOf('b')).toBe('Page B'));
  await eventually(() => expect(windows.active()).toBe(idOf('b')));

  await windows.raise(idOf('a'));
  await eventually(() => expect(windows.active()).toBe(idOf('a')));
  await windows.minimize(idOf('a'));
  await eventually(() => expect(windows.active()).toBe(idOf('b')));
  await windows.raise(idOf('a'));
  await eventually(() => expect(windows.active()).toBe(idOf('a')));

  await windows.setTitle(idOf('a'), 'Mail – Почта');
  await eventually(() => expect(titleOf('a')).toBe('Mail – Почта'));

  await windows.close(idOf('a'));
  expect(await first.exited).toEqual({ code: 0, signal: null });
  await eventually(() => expect(idOf('a')).toBe(0));
  expect(idOf('b')).not.toBe(0);

  await desktop.close();
  await eventually(() => expect(processesMentioning(folder)).toEqual([]));
});

test('a notice is above a full-screen window and takes no focus', async () => {
  const { desktop } = await openDesktop();
  const { url } = await testPages({
    '/home': '<title>Home</title><body style="background: #0000ff">',
    '/notice': '<title>Notice</title><body style="background: #ff0000">',
  });
  const { windows } = desktop;
  await desktop.openBrowser(appWindow('home', `${url}/home`, { className: HOME_CLASS }));
  await eventually(() => expect(windows.list()).toMatchObject([{ title: 'Home' }]));
  const home = windows.list()[0]?.id ?? 0;
  const x = await XConnection.open(desktop.name);
  onTestFinished(() => x.close());
  const atTheTop = async () => (await x.pixels(30, 1)).subarray(4 * 640, 4 * 640 + 3).toString('hex');

  await desktop.openBrowser(appWindow('notice', `${url}/notice`, { className: NOTICE_CLASS }));
  await eventually(async () => expect(await atTheTop()).toBe('0000ff'));
  expect(windows.active()).toBe(home);
  await windows.minimize(home);
  await eventually(() => expect(windows.active()).not.toBe(home));
  await windows.raise(home);
  await eventually(() => expect(windows.active()).toBe(home));
  expect(await atTheTop()).toBe('0000ff');
});

test.each(['in kiosk mode', 'made full screen by the user'])(
  'an administrator’s message is seen above a session %s',
  async (mode) => {
    const { desktop } = await openDesktop();
    const { url } = await testPages({
      '/a': '<title>A</title><body style="background: #0000ff">',
      '/message': '<title>Message</title><body style="background: #ff0000">',
    });
    const { windows, name } = desktop;
    const x = await XConnection.open(name);
    onTestFinished(() => x.close());
    const colorAt = async (top: number) => (await x.pixels(top, 1)).subarray(4 * 640, 4 * 640 + 3).toString('hex');
    const isKiosk = mode === 'in kiosk mode';
    await desktop.openBrowser(appWindow('a', `${url}/a`, { fullscreen: isKiosk }));
    await eventually(() => expect(windows.list()).toMatchObject([{ title: 'A' }]));
    await eventually(async () => expect(await colorAt(360)).toBe('ff0000'));
    if (!isKiosk) screenOf(name).press('F11');
    // The page is at the top edge, so there is no title bar.
    await eventually(async () => expect(await colorAt(1)).toBe('ff0000'));

    await desktop.openBrowser(appWindow('message', `${url}/message`, { className: MESSAGE_CLASS }));
    const { y, height } = NOTICE_PLACES[MESSAGE_CLASS] ?? expect.unreachable();
    await eventually(async () => expect(await colorAt(y + height - 10)).toBe('0000ff'));
    const [{ id } = { id: 0 }] = windows.list();
    await windows.raise(id);
    await eventually(() => expect(windows.active()).toBe(id));
    expect(await colorAt(y + height - 10)).toBe('0000ff');
    expect(await colorAt(y + height + 10)).toBe('ff0000');
  },
);

test('an emoji is shown in color, not as the box of a missing glyph', async () => {
  const { desktop } = await openDesktop();
  const script = `const drawing = (text) => {
    const context = Object.assign(document.createElement('canvas'), { width: 80, height: 80 }).getContext('2d');
    context.font = '48px sans-serif';
    context.fillText(text, 8, 60);
    return [...context.getImageData(0, 0, 80, 80).data];
  };
  const colors = (data) => data.filter((value, place) => place % 4 === 0 && value !== data[place + 2]).length;
  const emoji = drawing('\u{1F642}'), missing = drawing('\u{10FFFD}');
  document.title = 'Colored ' + [colors(emoji) > 500, colors(missing) > 0, String(emoji) !== String(missing)];`;
  const { url } = await testPages({ '/emoji': `<meta charset="utf-8"><script>${script}</script>` });
  await desktop.openBrowser(appWindow('emoji', `${url}/emoji`));
  await eventually(() => expect(desktop.windows.list()[0]?.title).toBe('Colored true,false,true'));
});

test('a message has the profile’s scale and is no wider than the screen', async () => {
  const { desktop } = await openDesktop();
  const { url, visits } = await testPages({
    '/message':
      '<title>M</title><body style="background: #ff0000"><script>onresize = () => fetch("/size/" + innerWidth); onresize()</script>',
  });
  const x = await XConnection.open(desktop.name);
  onTestFinished(() => x.close());
  await desktop.openBrowser(appWindow('message', `${url}/message`, { className: MESSAGE_CLASS, scale: 2 }));
  // A third larger fills 1280 pixels: from 96 to 272.
  const colorAt = async (left: number, top: number) => (await x.pixels(top, 1)).subarray(4 * left, 4 * left + 3);
  await eventually(async () => expect((await colorAt(10, 260)).toString('hex')).toBe('0000ff'));
  expect((await colorAt(1270, 100)).toString('hex')).toBe('0000ff');
  await eventually(() => expect(visits.map(({ path }) => path)).toContain('/size/960'));
});

test('a notice never gets key presses, even while it opens', async () => {
  const { desktop } = await openDesktop();
  const { url } = await testPages({ '/a': '<title>A</title>', '/notice': '<title>Notice</title>' });
  const { windows } = desktop;
  await desktop.openBrowser(appWindow('a', `${url}/a`));
  await eventually(() => expect(windows.list()).toMatchObject([{ title: 'A' }]));
  const [{ id } = { id: 0 }] = windows.list();
  await eventually(() => expect(windows.active()).toBe(id));
  const x = await XConnection.open(desktop.name);
  onTestFinished(() => x.close());
  const typedInto = new Set<number | undefined>();
  const active = await x.atom('_NET_ACTIVE_WINDOW');
  x.onEvent(async ({ atom }) => {
    if (atom === active) typedInto.add((await x.words(x.root, '_NET_ACTIVE_WINDOW'))[0]);
  });
  await x.watchProperties(x.root);
  for (let time = 0; time < 4; time++) {
    const notice = await desktop.openBrowser(appWindow('notice', `${url}/notice`, { className: NOTICE_CLASS }));
    const isShown = async () => (await x.pixels(30, 1)).subarray(4 * 640, 4 * 640 + 3).toString('hex') === 'ffffff';
    await eventually(async () => expect(await isShown()).toBe(true));
    await notice.stop();
    await eventually(async () => expect(await isShown()).toBe(false));
  }
  expect([...typedInto].filter((each) => each !== id)).toEqual([]);
});

test.each([true, false])(
  'caret browsing switched to %s: arrow keys move a caret through the text, or do not',
  async (on) => {
    const { desktop } = await openDesktop();
    const script = `let keys = 0, carets = 0;
    const tell = () => { document.title = 'Text ' + keys + ' ' + carets; };
    onkeyup = () => { keys += 1; tell(); };
    document.onselectionchange = () => { carets += 1; tell(); };`;
    const { url } = await testPages({
      '/': `<title>Text</title><p>A line of text</p><script>${script}</script>`,
    });
    await desktop.openBrowser(appWindow('a', url, { caretBrowsing: on }));
    const told = () => desktop.windows.list()[0]?.title ?? '';
    await eventually(() => expect(told()).toBe('Text'));
    await eventually(() => expect(desktop.windows.active()).not.toBeNull());
    await eventually(() => {
      execFileSync('xdotool', ['key', 'Right'], { env: { ...process.env, DISPLAY: desktop.name } });
      expect(Number(told().split(' ')[1] ?? 0)).toBeGreaterThan(3);
    });
    expect(Number(told().split(' ')[2]) > 0).toBe(on);
  },
);

test('a web app without pinch zoom runs in a browser without that gesture', async () => {
  const { desktop, folder } = await openDesktop();
  const { url } = await testPages({ '/a': '<title>A</title>', '/b': '<title>B</title>' });
  const argumentsOf = (name: string) =>
    processesMentioning(`--user-data-dir=${folder}/browsers/${name}`)
      .map((line) => readFileSync(`/proc/${line.split(' ')[0]}/cmdline`, 'utf8').split('\0'))
      .find((each) => each.includes(`--app=${url}/${name}`));
  await desktop.openBrowser(appWindow('a', `${url}/a`, { pinchToZoom: false }));
  await desktop.openBrowser(appWindow('b', `${url}/b`));
  await eventually(() =>
    expect(
      desktop.windows
        .list()
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['A', 'B']),
  );
  expect(argumentsOf('a')).toContain('--disable-pinch');
  expect(argumentsOf('b')).not.toContain('--disable-pinch');
  expect(argumentsOf('b')).toBeDefined();
});

test('a chord works in any window, and a released chord reaches the window again', async () => {
  const { desktop } = await openDesktop();
  const script = `onkeydown = (event) => { if (event.ctrlKey) document.title += event.key; };`;
  const { url } = await testPages({ '/': `<title>Keys:</title><script>${script}</script>` });
  await desktop.openBrowser(appWindow('a', url));
  const title = () => desktop.windows.list()[0]?.title;
  await eventually(() => expect(title()).toBe('Keys:'));
  await eventually(() => expect(desktop.windows.active()).not.toBeNull());
  const press = (key: string) =>
    execFileSync('xdotool', ['key', key], { env: { ...process.env, DISPLAY: desktop.name } });

  const heard: string[] = [];
  const letGo = await desktop.onChord('Escape', () => heard.push('Escape'));
  await desktop.onChord('Enter', () => heard.push('Enter'));
  press('ctrl+alt+Escape');
  press('ctrl+alt+Return');
  press('Escape');
  await eventually(() => expect(heard).toEqual(['Escape', 'Enter']));
  await letGo();
  press('ctrl+alt+Escape');
  await eventually(() => expect(title()).toMatch(/Escape$/));
  expect(heard).toHaveLength(2);
  expect(title()?.match(/Escape|Enter/g)).toEqual(['Escape']);
});

test('Alt+Tab switches the machine’s windows unless a remote desktop is in front; Ctrl+Alt+Tab always does', async () => {
  const { desktop } = await openDesktop();
  const script = `onkeydown = (event) => { if (event.key === 'Tab') document.title = 'heard Tab'; };`;
  const { url } = await testPages({
    '/local': '<title>Local</title>',
    '/remote': `<title>Remote</title><script>${script}</script>`,
  });
  const { windows } = desktop;
  const press = (key: string) =>
    execFileSync('xdotool', ['key', key], { env: { ...process.env, DISPLAY: desktop.name } });
  const front = () => windows.list().find(({ id }) => id === windows.active())?.className;
  const [local, remote] = [`${SESSION_CLASS_PREFIX}-local`, `${SESSION_CLASS_PREFIX}-remote`];
  // FreeRDP would find no server: a browser with its window class replaces it.
  const nobody = { title: 'Remote', host: '127.0.0.1:1', domain: '', user: '', password: '' };
  const options = { fullscreen: true, multiDisplay: false, smartcards: false, driveHotplug: false, reconnect: false };
  const trust = { fingerprint: '', authority: '' };
  await (await desktop.openRdp({ className: remote, ...nobody, ...options, trust })).exited;
  await desktop.openBrowser(appWindow('remote', `${url}/remote`));
  await eventually(() => expect(front()).toBe(remote));
  await desktop.openBrowser(appWindow('local', `${url}/local`));
  await eventually(() => expect(front()).toBe(local));

  // The window manager grabs or releases the key a moment after a window is raised.
  const untilPressed = (key: string, done: () => void) =>
    eventually(async () => {
      press(key);
      await pause(300);
      done();
    });

  await untilPressed('alt+Tab', () => expect(front()).toBe(remote));
  await untilPressed('alt+Tab', () => expect(windows.list().map(({ title }) => title)).toContain('heard Tab'));
  expect(front()).toBe(remote);
  await untilPressed('ctrl+alt+Tab', () => expect(front()).toBe(local));
  await untilPressed('alt+Tab', () => expect(front()).toBe(remote));
});

test.each([false, true])('a page in kiosk mode cannot lose its video to a window behind it: %s', async (isKiosk) => {
  const { url } = await testPages({
    '/': "<script>document.title = 'Window: ' + document.pictureInPictureEnabled</script>",
  });
  const { desktop } = await openDesktop();
  await desktop.openBrowser(appWindow('a', url, { fullscreen: isKiosk }));
  const titles = () => desktop.windows.list().map(({ title }) => title);
  await eventually(() => expect(titles()).toEqual([`Window: ${!isKiosk}`]));
});

test('no key closes the home screen, in any layout; a session closes by Alt+F4', async () => {
  const { desktop } = await openDesktop();
  const script = `onkeydown = ({ key }) => { if (key === ' ') document.title += '+'; };`;
  const { url } = await testPages({ '/': `<title>Keys:</title><script>${script}</script>` });
  const { press } = screenOf(desktop.name);
  const { windows } = desktop;
  const titleOf = (className: string) => windows.list().find((each) => each.className === className)?.title;
  const isInFront = (className: string) =>
    eventually(() => expect(windows.list().find(({ id }) => id === windows.active())?.className).toBe(className));
  let hasEnded = false;
  const home = await desktop.openBrowser(appWindow('home', url, { kind: 'home', className: HOME_CLASS }));
  void home.exited.then(() => {
    hasEnded = true;
  });
  await eventually(() => expect(titleOf(HOME_CLASS)).toBe('Keys:'));
  await isInFront(HOME_CLASS);
  // By key code if the layout has no Latin letters.
  const layouts = [['US', 'w'] as const, ['FR', 'w'] as const, ['RU', '25'] as const];
  for (const [index, [layout, w]] of layouts.entries()) {
    await desktop.setKeyboardLayout(layout);
    press('alt+F4', 'ctrl+F4', `ctrl+${w}`, `ctrl+shift+${w}`, 'space');
    // Keys arrive in order: a closed window would get no more.
    await eventually(() => expect(titleOf(HOME_CLASS)).toBe(`Keys:${'+'.repeat(index + 1)}`));
  }
  expect(hasEnded).toBe(false);

  const session = await desktop.openBrowser(appWindow('a', url));
  await eventually(() => expect(titleOf(`${SESSION_CLASS_PREFIX}-a`)).toBe('Keys:'));
  await isInFront(`${SESSION_CLASS_PREFIX}-a`);
  press('alt+F4');
  expect(await session.exited).toEqual({ code: 0, signal: null });
  await isInFront(HOME_CLASS);
  expect(hasEnded).toBe(false);
});

test('browsers never run as root and keep their sandbox', async () => {
  const { desktop, folder } = await openDesktop();
  const { url } = await testPages({ '/': '<title>Up</title>' });
  await desktop.openBrowser(appWindow('a', url));
  await eventually(() => expect(desktop.windows.list()).toHaveLength(1));
  const processes = processesMentioning(folder).filter((line) => line.includes(' /usr/lib/chromium'));
  expect(processes).not.toEqual([]);
  for (const line of processes) {
    const status = readFileSync(`/proc/${line.split(' ')[0]}/status`, 'utf8');
    expect(/^Uid:\t(\d+)/m.exec(status)?.[1]).not.toBe('0');
  }
  expect(processesMentioning(folder).join('\n')).not.toContain('--no-sandbox');
});

test('managed policies apply to their browser only', async () => {
  const { desktop } = await openDesktop();
  const { url, visits } = await testPages({ '/': '<title>Up</title>' });
  await desktop.openBrowser(appWindow('blocked', `${url}/blocked`, { policies: { URLBlocklist: ['*'] } }));
  await desktop.openBrowser(appWindow('free', `${url}/free`));
  await eventually(() => expect(visits.map(({ path }) => path)).toContain('/free'));
  await eventually(() => expect(desktop.windows.list()).toHaveLength(2));
  // Only root can mount one browser's policies over the others'.
  expect(visits.some(({ path }) => path === '/blocked')).toBe(process.getuid?.() !== 0);
});

test('releases X replies after use', async () => {
  const { desktop } = await openDesktop();
  const x = await XConnection.open(desktop.name);
  onTestFinished(() => x.close());
  const answers: WeakRef<Buffer>[] = [];
  for (let row = 0; row < 5; row++) answers.push(new WeakRef(await x.pixels(row, 1)));
  await expectCollected(answers.slice(0, 3));
});

test('rejects pending requests when the X server dies', async () => {
  const { desktop } = await openDesktop();
  const server = desktop.serverPid ?? Number.NaN;
  process.kill(server, 'SIGSTOP');
  const asked = expect(desktop.idleMs()).rejects.toThrow('The X server is gone.');
  // By then the request has been sent.
  await new Promise(setImmediate);
  process.kill(server, 'SIGKILL');
  await asked;
});

test('reports idle time, and is lost when its X server dies', async () => {
  const { desktop } = await openDesktop();
  expect(await desktop.idleMs()).toBeGreaterThanOrEqual(0);
  process.kill(desktop.serverPid ?? Number.NaN, 'SIGKILL');
  await desktop.lost;
  await expect(desktop.idleMs()).rejects.toThrow();
});
