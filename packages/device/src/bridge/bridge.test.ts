import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { BridgeEvent } from '@berth/contract/bridge/methods';
import type { MachineId } from '@berth/contract/ids';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { silentLog } from '../system/log.ts';
import { testFolder } from '../testing/folders.ts';
import { eventually } from '../testing/wait.ts';
import { type Bridge, startBridge } from './bridge.ts';
import type { BridgeHandlers } from './calls.ts';

const ID = '0123456789abcdef0123456789abcdef' as MachineId;
const calls: string[] = [];
const watchers = { count: 0, reads: 0, kind: '' };

// Only the calls that these tests use; the agent has a handler for every method.
const handlers = {
  get_machine_id: () => {
    calls.push('get_machine_id');
    return ID;
  },
  factory_reset: () => {
    calls.push('factory_reset');
    return null;
  },
  open_terminal: () => {
    throw new Error('No terminal is installed.');
  },
  list_sessions: () => ['</script><script>alert(1)</script>'] as never[],
  get_login: () => {
    throw new Error('No one is logged in.');
  },
  get_machine_status: () => new Promise(() => {}),
} as Partial<BridgeHandlers> as BridgeHandlers;

const status: BridgeEvent = {
  section: 'online-status',
  value: { network: 'ok', dns: 'ok', internet: 'ok', cloud: 'error' },
};

let bridge: Bridge;
let host: string;
let token: string;

beforeEach(async () => {
  calls.length = 0;
  const folder = await testFolder();
  await writeFile(join(folder, 'outside.txt'), 'secret');
  const clientFolder = join(folder, 'client');
  await mkdir(join(clientFolder, 'assets'), { recursive: true });
  const built = await readFile(new URL('../../../client/session.html', import.meta.url), 'utf8');
  const script = '<head><script nonce="__CSP_NONCE__" src="/assets/a.js"></script>';
  await writeFile(join(clientFolder, 'session.html'), built.replace('<head>', script));
  await writeFile(join(clientFolder, 'assets', 'a.js'), 'export {};');
  bridge = await startBridge({
    port: 0,
    clientFolder,
    handlers,
    snapshot: () => [status],
    watchPictures: () => () => {},
    onRead: () => {
      watchers.reads += 1;
    },
    noticePaths: ['/message'],
    onWatch: (kind) => {
      watchers.count += 1;
      watchers.kind = kind;
      return () => {
        watchers.count -= 1;
      };
    },
    origins: () => ({ cloud: ['https://cloud.example'], reports: ['https://reports.example'] }),
    language: () => 'ru-RU',
    log: silentLog,
  });
  onTestFinished(() => bridge.close());
  host = new URL(bridge.url).host;
  const page = await (await fetch(bridge.url)).text();
  token = tokenOf(page);
});

const tokenOf = (page: string) => /<meta name="berth-page-token" content="([^"]+)">/.exec(page)?.[1] ?? '';

/** A request exactly as written, as a hostile program or browser would send it. */
async function raw(lines: readonly string[], body = ''): Promise<{ status: number; text: string }> {
  const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (/^HTTP\/1.1 101/.test(text)) socket.destroy();
  });
  await once(socket, 'close');
  return { status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]), text };
}

function call(method: string, headers: Record<string, string> = {}, body = '{}') {
  const all: Record<string, string> = {
    host,
    origin: bridge.url,
    'x-berth-page-token': token,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return raw([`POST /bridge/${method} HTTP/1.1`, ...lines], body);
}

describe('the page', () => {
  test('carries the token and the CSP nonce on every path of the session', async () => {
    for (const path of ['/', '/session/local', '/access_token', '/fbw']) {
      const reply = await fetch(bridge.url + path);
      const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(reply.headers.get('content-security-policy') ?? '')?.[1];
      const html = await reply.text();
      expect(html).toContain(`nonce="${nonce}"`);
      expect(html).toContain(token);
      expect(reply.headers.get('content-security-policy')).toContain(
        "connect-src 'self' https://cloud.example wss://cloud.example https://reports.example;",
      );
      expect(reply.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('has the machine’s language in its html tag', async () => {
    expect(await (await fetch(bridge.url)).text()).toMatch(/<html [^>]*\blang="ru-RU"[^>]*>/);
  });

  test('carries the first replies, without those that fail or are late, and no markup of theirs', async () => {
    const html = await (await fetch(bridge.url)).text();
    const [, json = ''] = /<script type="application\/json" id="berth-first-replies">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(json)).toEqual({
      list_sessions: ['</script><script>alert(1)</script>'],
    });
    expect(html).not.toContain('alert(1)</script>');
  });

  test('tells the agent of each file that a page asks for, but not of a foreign host’s request', async () => {
    const before = watchers.reads;
    await fetch(`${bridge.url}/assets/a.js`);
    expect(watchers.reads).toBe(before + 1);
    const { status } = await raw(['GET / HTTP/1.1', 'host: evil.example', 'connection: close']);
    expect(status).toBe(403);
    expect(watchers.reads).toBe(before + 1);
  });

  test('comes at paths that are no URLs of their own', async () => {
    for (const path of ['//', '///?a', '/\\', '/\\[']) {
      const reply = await raw([`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close']);
      expect(reply).toMatchObject({ status: 200, text: expect.stringContaining(token) });
    }
  });

  test('serves files from its folder only', async () => {
    const script = await fetch(`${bridge.url}/assets/a.js`);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await script.text()).toBe('export {};');
    for (const path of [
      '/../outside.txt',
      '/%2e%2e/outside.txt',
      '/assets/..%2f..%2foutside.txt',
      '/missing.js',
      '/a%00.js',
    ]) {
      const reply = await raw([`GET ${path} HTTP/1.1`, `host: ${host}`, 'connection: close']);
      expect(reply.status).toBe(404);
    }
  });
});

describe('a call', () => {
  test('from the page is answered', async () => {
    const reply = await call('get_machine_id');
    expect(reply.status).toBe(200);
    expect(reply.text).toContain(JSON.stringify({ result: ID }));
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: '' }],
    ['an opaque origin', { origin: 'null' }],
    ['the same port under another loopback name', { origin: 'http://localhost:1' }],
    ['a rebound host name', { host: 'evil.example' }],
    ['a rebound host name with its own origin', { host: 'evil.example:80', origin: 'http://evil.example:80' }],
    ['another loopback name as host', { host: 'localhost:1' }],
    ['no token', { 'x-berth-page-token': '' }],
    ['a wrong token', { 'x-berth-page-token': 'A'.repeat(43) }],
  ])('from %s is refused and does nothing', async (_who, headers) => {
    const reply = await call('factory_reset', headers, '{"confirm":true}');
    expect(reply.status).toBe(403);
    expect(reply.text).toContain('"code":"forbidden"');
    expect(calls).toEqual([]);
  });

  test.each([
    ['a form', 'application/x-www-form-urlencoded'],
    ['a form with plain text, which needs no preflight', 'text/plain'],
    ['a form with a file', 'multipart/form-data; boundary=x'],
  ])('by %s is refused even with the right token', async (_what, type) => {
    const reply = await call('factory_reset', { 'content-type': type }, '{"confirm":true}');
    expect(reply.status).toBe(415);
    expect(calls).toEqual([]);
  });

  test('gets validation errors and machine failures', async () => {
    expect((await call('factory_reset')).text).toContain('"path":"/confirm"');
    expect((await call('factory_reset', {}, '{"confirm":true,"more":1}')).status).toBe(400);
    expect((await call('get_machine_id', {}, '{')).text).toContain('malformed-json');
    expect((await call('no_such_method')).status).toBe(404);
    expect((await call('__proto__')).status).toBe(404);
    expect((await call('get_machine_id', {}, JSON.stringify({ a: 'x'.repeat(70_000) }))).status).toBe(413);
    expect((await call('open_terminal')).text).toContain('No terminal is installed.');
    expect(calls).toEqual([]);
  });

  test('must not be a GET, and preflights are rejected', async () => {
    const get = await raw([`GET /bridge/get_machine_id HTTP/1.1`, `host: ${host}`, 'connection: close']);
    expect(get.status).toBe(403);
    const preflight = await raw([
      'OPTIONS /bridge/get_machine_id HTTP/1.1',
      `host: ${host}`,
      'origin: https://evil.example',
      'access-control-request-method: POST',
      'connection: close',
    ]);
    expect(preflight.status).toBe(403);
    expect(preflight.text.toLowerCase()).not.toContain('access-control-allow');
  });
});

test.each([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nhost: '],
])('a connection on which %s arrives does not stay', { timeout: 20_000 }, async (_what, sent) => {
  const socket = connect(Number(host.split(':')[1]), '127.0.0.1');
  socket.resume().write(sent);
  await once(socket, 'close');
});

describe('reading the page from elsewhere', () => {
  test.each([
    ['a rebound host name', ['host: evil.example']],
    ['a fetch of another origin', ['origin: https://evil.example']],
    ['a fetch without cors', ['sec-fetch-site: cross-site', 'sec-fetch-mode: no-cors', 'sec-fetch-dest: empty']],
    ['a frame', ['sec-fetch-site: cross-site', 'sec-fetch-mode: navigate', 'sec-fetch-dest: iframe']],
  ])('%s gets no token', async (_who, headers) => {
    const own = headers.some((line) => line.startsWith('host:')) ? [] : [`host: ${host}`];
    const reply = await raw(['GET / HTTP/1.1', ...own, ...headers, 'connection: close']);
    expect(reply.status).toBe(403);
    expect(reply.text).not.toContain(token);
  });

  test('allows the return from the cloud’s sign-in', async () => {
    const reply = await raw([
      'GET /access_token HTTP/1.1',
      `host: ${host}`,
      'sec-fetch-site: cross-site',
      'sec-fetch-mode: navigate',
      'sec-fetch-dest: document',
      'connection: close',
    ]);
    expect(reply.status).toBe(200);
  });
});

describe('the events', () => {
  test('send every section at the start and each change', async () => {
    const socket = new WebSocket(`${bridge.url.replace('http', 'ws')}/bridge/events`, ['berth-bridge', token], {
      origin: bridge.url,
    });
    const heard: unknown[] = [];
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    await once(socket, 'open');
    expect(socket.protocol).toBe('berth-bridge');
    await eventually(() => expect(heard).toEqual([status]));
    expect(watchers.count).toBe(1);
    bridge.publish({ section: 'sessions', value: [] });
    await eventually(() => expect(heard).toEqual([status, { section: 'sessions', value: [] }]));
    socket.close();
    await eventually(() => expect(watchers.count).toBe(0));
  });

  test.each([
    ['/', 'home'],
    ['/session/local', 'home'],
    ['/message?ui_locales=de-DE', 'notice'],
  ])('know the window of the page at %s as %s', async (path, kind) => {
    const own = tokenOf(await (await fetch(bridge.url + path)).text());
    const address = `${bridge.url.replace('http', 'ws')}/bridge/events`;
    const socket = new WebSocket(address, ['berth-bridge', own], { origin: bridge.url });
    await once(socket, 'open');
    await eventually(() => expect(watchers.kind).toBe(kind));
    socket.close();
    expect((await call('get_machine_id', { 'x-berth-page-token': own })).status).toBe(200);
  });

  test.each([
    ['another origin', 'https://evil.example', undefined],
    ['a wrong token', undefined, 'wrong'],
    ['no origin', '', undefined],
  ])('are refused to %s', async (_who, origin, wrongToken) => {
    const reply = await raw([
      'GET /bridge/events HTTP/1.1',
      `host: ${host}`,
      ...(origin === '' ? [] : [`origin: ${origin ?? bridge.url}`]),
      'connection: Upgrade',
      'upgrade: websocket',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
      `sec-websocket-protocol: berth-bridge, ${wrongToken ?? token}`,
    ]);
    expect(reply.status).toBe(403);
  });
});
