import { once } from 'node:events';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { freePort } from '@berth/testing/ports';
import { expect, onTestFinished, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { testCertificate } from './testing/rdp-server.ts';
import { screenOf } from './testing/screen.ts';
import { eventually } from './testing/wait.ts';

const TEXTS = join(import.meta.dirname, '../../contract/src/texts');

/** A machine with the texts of a client build and these addresses as web apps. */
async function machine(...urls: string[]) {
  const folder = await testFolder();
  await writeFile(join(folder, 'session.html'), '<!doctype html><html><head></head></html>');
  for (const language of LANGUAGES) {
    const texts = join(folder, 'assets/texts-1', language);
    await mkdir(texts, { recursive: true });
    await cp(join(TEXTS, language, 'unreached.json'), join(texts, 'unreached.json'));
  }
  const definition = webapps(...urls.map((url, place) => ({ display_name: `App ${place}`, url })));
  const gateway = await TestGateway.start({ desired: desiredWith(definition) });
  const { call, events } = await testAgent({ folder, gateway: gateway.address, screen: true });
  const display = await eventually(() => {
    const event = events.find((each) => each.event === 'display');
    return event?.event === 'display' ? event.name : expect.unreachable();
  });
  const screen = screenOf(display);
  const open = (place: number) =>
    eventually(() => call('open_session', { session_type: 'webapp', session_index: place }));
  /** What a user reads: the text of the page with the keyboard focus. */
  const read = async () => {
    // Keys block this process, and with it the agent: it needs time between them.
    await pause(250);
    screen.press('ctrl+a', 'ctrl+c');
    return screen.clipboard();
  };
  return { call, open, read, screen };
}

test('reports an unavailable server in the machine’s language and opens the web app once it is back', async () => {
  const port = await freePort();
  const { call, open, read } = await machine(`http://127.0.0.1:${port}/app`);
  const { id } = await open(0);
  await eventually(async () => expect(await read()).toContain('Die Seite ist gerade nicht verfügbar'));
  expect(await read()).toContain(`127.0.0.1:${port}`);
  await call('close_session', { id });

  await call('speak_language', { tag: 'ru-RU' });
  await open(0);
  await eventually(async () => expect(await read()).toContain('Страница сейчас недоступна'));
  const server = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>The app is here</p>');
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  await eventually(async () => expect(await read()).toContain('The app is here'));
});

test('shows why a web app does not load', async () => {
  const { key, certificate } = await testCertificate({ subject: '/CN=app.example' });
  const servers = [
    createServer((_request, reply) => void reply.writeHead(500).end()),
    createSecureServer({ key, cert: certificate }, (_request, reply) => void reply.end()),
  ];
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    ports.push((server.address() as AddressInfo).port);
  }
  const [failing, secure] = ports;
  const { open, read } = await machine(
    'http://no-such-host.invalid/',
    `http://127.0.0.1:${failing}/`,
    `https://127.0.0.1:${secure}/`,
    // The kernel has no route to this address on any computer.
    'http://224.0.0.1/',
    // Chromium refuses this port.
    'http://127.0.0.1:9/',
  );
  for (const [place, title] of [
    'Adresse nicht gefunden',
    'Die Seite hat ein Problem',
    'Die Verbindung ist nicht sicher',
    'Keine Internetverbindung',
    'Die Seite wurde nicht geladen',
  ].entries()) {
    await open(place);
    await eventually(async () => expect(await read()).toContain(title));
  }
});

test('reloads a first page that Escape stopped: kiosk mode has no reload key', async () => {
  let asked = 0;
  let isStopped = false;
  // Only the first request gets no reply.
  const server = createServer((request, reply) => {
    if (request.url === '/app') asked += 1;
    if (request.url === '/app' && asked === 1) {
      reply.once('close', () => {
        isStopped = true;
      });
    }
    if (request.url === '/app' && asked > 1) reply.setHeader('content-type', 'text/html').end('<p>The app is here</p>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { open, read, screen } = await machine(`http://127.0.0.1:${(server.address() as AddressInfo).port}/app`);
  await open(0);
  await eventually(() => expect(asked).toBe(1));
  // Press Escape only until the load stops: it would stop the next load as well.
  await eventually(() => {
    screen.press('Escape');
    expect(isStopped).toBe(true);
  });
  await eventually(() => expect(asked).toBeGreaterThan(1));
  await eventually(async () => expect(await read()).toContain('The app is here'));
});

test('Back returns to the page before the one that did not load', async () => {
  const port = await freePort();
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html');
    reply.end(`<p>The first page</p><a autofocus href="http://127.0.0.1:${port}/">Next</a>`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { open, read, screen } = await machine(`http://127.0.0.1:${(server.address() as AddressInfo).port}/app`);
  await open(0);
  await eventually(async () => expect(await read()).toContain('The first page'));
  await eventually(async () => {
    screen.press('Return');
    expect(await read()).toContain('Die Seite ist gerade nicht verfügbar');
  });
  // "Try again" has the focus.
  screen.press('Tab', 'Return');
  await eventually(async () => expect(await read()).toContain('The first page'));
});

test('Details show Chromium’s certificate error', async () => {
  const { key, certificate } = await testCertificate({ subject: '/CN=app.example' });
  const server = createSecureServer({ key, cert: certificate }, (_request, reply) => void reply.end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { open, read, screen } = await machine(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await open(0);
  await eventually(async () => expect(await read()).toContain('Die Verbindung ist nicht sicher'));
  await eventually(async () => {
    screen.press('Tab', 'Return');
    // The page can load once more while it is new. But pressed again while Chromium's page is coming, another button ends that.
    await eventually(async () => expect(await read()).toContain('Your connection is not private'), 8_000);
  }, 110_000);
});
