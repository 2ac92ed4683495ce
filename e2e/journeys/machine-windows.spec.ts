import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { screenFindings } from '../kit/accessibility.ts';
import { startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** Sessions as windows of the machine: how they open, and the bar above them. */
test.describe.configure({ mode: 'serial' });

/** The middle of the bar's button that goes home. */
const HOME_BUTTON = [38, 26] as const;

let environment: TestEnvironment;
let site: Awaited<ReturnType<typeof slowSite>>;
let away: Awaited<ReturnType<typeof awaySite>>;

test.beforeAll(async ({ browser }) => {
  site = await slowSite();
  away = await awaySite();
  environment = await startTestEnvironment(browser, 'Reception');
  const [first] = await environment.api.profiles();
  const webapp = [
    { display_name: 'Mail', window_title: 'Mail', url: `${site.url}/mail` },
    { display_name: 'Wiki', window_title: 'Wiki', url: `${site.url}/wiki` },
    { display_name: 'Away', window_title: 'Away', url: away.url },
  ];
  await environment.api.merge(first.id, { definition: { thinhoc: { sessions: { webapp } } } });
});

test.afterAll(async () => {
  await environment?.dispose();
  site?.dispose();
  away?.dispose();
});

/** A site whose pages come only once they may. */
async function slowSite() {
  let gate = Promise.withResolvers<void>();
  const server = createServer((_, reply) => {
    void gate.promise.then(() =>
      reply.writeHead(200, { 'content-type': 'text/html' }).end('<title>P</title><h1>P</h1>'),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: () => gate.resolve(),
    hold: () => {
      gate = Promise.withResolvers<void>();
    },
    dispose: () => void server.close().closeAllConnections(),
  };
}

/** A site that ends every connection until it is back. */
async function awaySite() {
  const server = createServer(({ method, socket }, reply) => {
    state.methods.push(method);
    if (!state.isBack) return void socket.resetAndDestroy();
    state.opened ||= method === 'GET';
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Back</h1>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const state = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    methods: [] as (string | undefined)[],
    isBack: false,
    opened: false,
    dispose: () => void server.close().closeAllConnections(),
  };
  return state;
}

const opening = (name: string) => environment.screen.getByRole('dialog', { name, exact: true });
const tile = (name: string) => environment.screen.getByRole('button', { name, exact: true });

async function theme(scheme: 'light' | 'dark'): Promise<void> {
  const [first] = await environment.api.profiles();
  const customization = { 'global-dark-theme': scheme === 'dark' };
  await environment.api.merge(first.id, { definition: { system: { customization } } });
  await expect(environment.screen.locator('html')).toHaveCSS('color-scheme', scheme);
}

/** Touches a part of the page with a finger. */
async function touch(name: string): Promise<void> {
  const { screen } = environment;
  const { x, y, width, height } = (await tile(name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const devtools = await screen.context().newCDPSession(screen);
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await devtools.detach();
}

test('a touched tile becomes the window: name and progress until the page is there', async () => {
  const { machine } = environment;
  await expect(tile('Mail')).toBeVisible();
  await touch('Mail');
  await expect(opening('Mail').getByRole('status')).toHaveText(t('session.tile.starting'));
  await expect(opening('Mail').getByText('Mail', { exact: true })).toBeVisible();
  await expect.poll(() => machine.windows().then((titles) => titles.length)).toBe(2);
  expect(await machine.frontWindow()).toBe('Berth');
  site.answer();
  await expect.poll(() => machine.frontWindow()).toBe('Mail');
  await expect(opening('Mail')).toHaveCount(0);
});

test('the bar leads home, where the tile says that its app is open and brings it back', async () => {
  const { machine } = environment;
  await machine.click(...HOME_BUTTON);
  await expect.poll(() => machine.frontWindow()).toBe('Berth');
  await expect(tile('Mail')).toHaveAccessibleDescription(t('session.tile.open'));
  await touch('Mail');
  await expect.poll(() => machine.frontWindow()).toBe('Mail');
  expect(await machine.windows()).toHaveLength(2);
});

test('a person who does not want to wait cancels', async () => {
  const { machine } = environment;
  await machine.click(...HOME_BUTTON);
  await expect.poll(() => machine.frontWindow()).toBe('Berth');
  site.hold();
  await theme('light');
  await tile('Wiki').click();
  const cancel = opening('Wiki').getByRole('button', { name: t('common.cancel') });
  await expect(cancel).toBeVisible();
  expect(await screenFindings(environment.screen)).toEqual([]);
  await cancel.click();
  await theme('dark');
  await expect(opening('Wiki')).toHaveCount(0);
  // Its window may still come and end with its program.
  await expect
    .poll(async () => [await machine.frontWindow(), (await machine.windows()).toSorted()])
    .toEqual(['Berth', ['Berth', 'Mail']]);
  await expect(tile('Wiki')).toHaveAccessibleDescription('');
});

test('a web app whose server is away shows a page of ours, which opens the app once its server is back', async () => {
  await tile('Away').click();
  // Only our page asks whether the server answers; Chromium's own would load the app again.
  await expect.poll(() => away.methods).toContain('HEAD');
  expect(away.opened).toBe(false);
  away.isBack = true;
  await expect.poll(() => away.opened).toBe(true);
});
