import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { testPages } from './testing/pages.ts';
import { screenOf } from './testing/screen.ts';
import { eventually } from './testing/wait.ts';

/** Vertical center, in pixels, of the buttons in the bar above a session; the screen is 1280 pixels wide. */
const BAR_Y = 26;
const [HOME_X, SWITCH_X, CLOSE_X] = [38, 98, 1242];

/** A machine on a real X server that shows its home screen. */
async function machine(definition: Record<string, unknown>) {
  const folder = await testFolder();
  const gateway = await TestGateway.start({ desired: desiredWith(definition) });
  const { call, events } = await testAgent({ folder, gateway: gateway.address, screen: true });
  await eventually(() => expect(events.some(({ event }) => event === 'display')).toBe(true));
  const screen = screenOf(events.find((event) => event.event === 'display')?.name ?? '');
  await eventually(() => expect(screen.stack()).toEqual([expect.stringContaining('berth-home')]));
  const open = (session_index: number) => call('open_session', { session_type: 'webapp', session_index });
  const states = async () => (await call('list_sessions', {})).map(({ title, state }) => `${title} ${state}`);
  return { call, screen, open, states };
}

/** A web server that responds only when the test releases it. */
async function slowPage(html: string) {
  const gate = Promise.withResolvers<void>();
  const server = createServer((_, reply) => {
    void gate.promise.then(() => reply.writeHead(200, { 'content-type': 'text/html' }).end(html));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, answer: gate.resolve };
}

test('a session stays behind the home screen until it has painted', async () => {
  const page = await slowPage('<title>Inbox</title><body style="background: linear-gradient(red, blue)">');
  const { screen, open, states } = await machine(webapps({ display_name: 'Mail', url: page.url }));
  await open(0);
  await eventually(() => expect(screen.stack()).toHaveLength(2));
  expect(screen.stack().at(-1)).toContain('berth-home');
  expect(await states()).toEqual(['Mail starting']);
  page.answer();
  await eventually(async () => expect(await states()).toEqual(['Mail open']));
  await eventually(() => expect(screen.stack().at(-1)).toContain('Mail'));
});

test('the bar above a session goes home, to the next session, and closes it', async () => {
  const pages = await testPages({ '/mail': '<title>M</title><h1>Mail</h1>', '/docs': '<title>D</title><h1>Docs</h1>' });
  const { screen, open, states } = await machine(
    webapps({ display_name: 'Mail', url: `${pages.url}/mail` }, { display_name: 'Docs', url: `${pages.url}/docs` }),
  );
  const inFront = (name: string) => eventually(() => expect(screen.stack().at(-1)).toContain(name));
  await open(0);
  await inFront('"Mail"');
  await open(1);
  await inFront('"Docs"');
  screen.click(HOME_X, BAR_Y);
  await inFront('berth-home');
  expect(await states()).toEqual(['Mail open', 'Docs open']);

  await open(0);
  await inFront('"Mail"');
  screen.click(SWITCH_X, BAR_Y);
  await inFront('"Docs"');

  screen.click(CLOSE_X, BAR_Y);
  await eventually(async () => expect(await states()).toEqual(['Mail open']));
});
