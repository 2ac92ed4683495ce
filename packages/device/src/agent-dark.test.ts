import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { XConnection } from './system/linux/x-connection.ts';
import { testAgent } from './testing/agents.ts';
import { LISTEN } from './testing/empty-home-page.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway } from './testing/gateway.ts';
import { screenOf } from './testing/screen.ts';
import { eventually } from './testing/wait.ts';

/** Connects to the agent's events only when the test allows it; until then a cover hides the home screen. */
const homePage = (
  color: string,
) => `<head></head><body style="background: ${color}"><script nonce="__CSP_NONCE__">${LISTEN}
  const look = () => fetch('/go.txt').then(({ ok }) => ok ? listen() : setTimeout(look, 50));
  requestAnimationFrame(() => requestAnimationFrame(() => { document.title = 'Painted'; look(); }));
</script>`;
const HOME = '111214';
const PAGE = '204020';
const APP = '202040';
/** Color of an empty page in the dark theme. */
const EMPTY = '121212';
/** A window that has painted nothing for this long is waiting for its page. */
const UNPAINTED_MS = 10_000;
const isDark = (color: string) => Math.max(...Buffer.from(color, 'hex')) < 0x50;

/** An agent with a screen in the dark theme; `look` returns the color at its center. */
async function darkMachine(thinhoc: Record<string, unknown>, color: string) {
  const folder = await testFolder();
  await writeFile(join(folder, 'session.html'), homePage(color));
  const gateway = await TestGateway.start({ desired: desiredWith({ thinhoc }) });
  const { call, events } = await testAgent({ folder, gateway: gateway.address, screen: true });
  const display = await eventually(() => {
    const event = events.find((each) => each.event === 'display');
    return event?.event === 'display' ? event.name : expect.unreachable();
  });
  const x = await XConnection.open(display);
  onTestFinished(() => x.close());
  const look = async () => {
    const row = await x.pixels(360, 1);
    const color = row.subarray(row.length / 2, row.length / 2 + 3).toReversed();
    return Buffer.from(color).toString('hex');
  };
  /** The window class of the window in front. */
  const front = async () => {
    const [active] = await x.words(x.root, '_NET_ACTIVE_WINDOW');
    const name = active ? await x.property(active, 'WM_CLASS').catch(() => '') : '';
    return name.toString();
  };
  const letHomeListen = () => writeFile(join(folder, 'go.txt'), 'now');
  return { call, look, front, screen: screenOf(display), letHomeListen };
}

/** A key opens the held page in another window. The script declares the same names as the extension's script. */
const OPENER = `<!doctype html><style>html { background: #${APP} }</style><title>Opener</title>
  <a id="link" href="/page" target="_blank">link</a>
  <script>const isDark = true, isEmpty = true; addEventListener('keydown', ({ key }) => {
    fetch('/key/' + key);
    if (key === 'l') link.click();
    if (key === 'w') open('/page');
  });</script>`;

/** A site whose page loads at once but paints only when released; late: the whole page waits. */
async function heldSite(isLate = false) {
  let held: ServerResponse | null = null;
  const keys: string[] = [];
  const html = { 'content-type': 'text/html' };
  const start = `<!doctype html><title>Held</title>${' '.repeat(4096)}`;
  const style = `<style>html { background: #${PAGE} }</style>`;
  const server = createServer(({ url }, reply) => {
    if (url === '/opener') return void reply.writeHead(200, html).end(OPENER);
    if (url?.startsWith('/key/')) keys.push(url.slice('/key/'.length));
    if (url !== '/page') return void reply.writeHead(404).end();
    if (!isLate) reply.writeHead(200, html).write(start);
    held = reply;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isHeld: () => held !== null,
    /** The keys that the opener's page has received. Its title would not tell for long: the agent sets another. */
    keys,
    // A late page begins with its style: a busy Chromium may paint what it has parsed so far, which would be white.
    letGo: () =>
      void (isLate ? held?.writeHead(200, html).end(`<!doctype html>${style}<title>Held</title>`) : held?.end(style)),
  };
}

/** Each distinct color seen until `isOver` accepts one; a failure says what `about` tells. */
async function seenUntil(
  look: () => Promise<string>,
  isOver: (color: string) => boolean,
  about = () => '',
): Promise<string[]> {
  const seen = new Set<string>();
  await eventually(async () => {
    const color = await look();
    seen.add(color);
    expect(isOver(color), `seen: ${[...seen].join()}, now ${color} ${about()}`).toBe(true);
  });
  return [...seen];
}

test('the home screen starts dark until its page is loaded, and the page has the keyboard', async () => {
  // Chromium may paint a window white for a moment.
  const { look, screen, letHomeListen } = await darkMachine({}, '#fff');
  const seen = await seenUntil(look, () => screen.titles().join().includes('Painted'));
  // The bare X screen is black.
  expect([...seen, await look()].filter((color) => color !== '000000' && color !== HOME)).toEqual([]);
  expect(screen.active()).toBe(screen.windows()[0]);
  await letHomeListen();
  await eventually(async () => expect(await look()).toBe('ffffff'));
});

test.each(['webapp', 'webbrowser'] as const)('a %s’s window is dark until its page is loaded', async (type) => {
  const site = await heldSite();
  const session = { display_name: 'Held', window_title: 'Held', url: `${site.url}/page` };
  const { call, look, screen, letHomeListen } = await darkMachine({ sessions: { [type]: [session] } }, `#${HOME}`);
  await eventually(() => expect(screen.titles().join()).toContain('Painted'));
  await letHomeListen();
  await call('open_session', { session_type: type, session_index: 0 });
  // The session is still behind the home screen; at this point it would show white.
  const begun = await seenUntil(look, () => site.isHeld());
  site.letGo();
  const seen = [...begun, ...(await seenUntil(look, (color) => color === PAGE))];
  expect(seen.filter((color) => !isDark(color))).toEqual([]);
});

test.each([
  ['link', 'l', isDark],
  // Chromium paints the window before it shows the empty page that the script holds until the address responds.
  ['script', 'w', (color: string) => color === EMPTY || !isDark(color)],
] as const)('a window that a web app opens by a %s is dark until its page is there', async (_way, key, isPainted) => {
  const site = await heldSite(true);
  const session = { display_name: 'Opener', window_title: 'Opener', url: `${site.url}/opener` };
  const machine = await darkMachine({ sessions: { webapp: [session] } }, `#${HOME}`);
  const { call, screen, letHomeListen } = machine;
  const fronts = new Set<string>();
  const look = async () => {
    fronts.add(await machine.front());
    return machine.look();
  };
  await eventually(() => expect(screen.titles().join()).toContain('Painted'));
  await letHomeListen();
  await call('open_session', { session_type: 'webapp', session_index: 0 });
  await seenUntil(look, (color) => color === APP);
  // On a busy computer the window is painted before it has the keyboard focus.
  await eventually(() => {
    screen.press('x');
    expect(site.keys).toContain('x');
  });
  screen.press(key);
  // A busy Chromium may paint nothing of the window before its page: the dark app below stays visible.
  const isThere = () => screen.titles().filter((title) => title.includes('berth-session-')).length === 2;
  let thereSince = Number.POSITIVE_INFINITY;
  const reached = () =>
    `keys: ${site.keys.join()}, requested: ${site.isHeld()}, in front: ${[...fronts].join()}, ${screen.titles().join()}`;
  const isBegun = (color: string) => {
    if (site.isHeld() && isThere()) thereSince = Math.min(thereSince, performance.now());
    const isShown = color !== APP && isPainted(color);
    return site.isHeld() && (isShown || performance.now() > thereSince + UNPAINTED_MS);
  };
  const begun = await seenUntil(look, isBegun, reached);
  await eventually(() => expect(screen.titles().join()).not.toContain('"_crx_'));
  site.letGo();
  const seen = [...begun, ...(await seenUntil(look, (color) => color === PAGE))];
  expect(seen.filter((color) => !isDark(color))).toEqual([]);
  // Chromium opens it as a window with an address bar, which is named after the browser.
  expect([...fronts].filter((name) => name.includes(' ('))).toEqual([]);
});
