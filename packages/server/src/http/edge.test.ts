import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { endpoint } from '@berth/contract/api/declare';
import type { Endpoint } from '@berth/contract/api/endpoint';
import { Binary, closed } from '@berth/contract/api/parts';
import Type from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { type Received, send } from '../testing/client.ts';
import { openEdge, type TestEdge } from '../testing/edge.ts';
import { ApiError } from './api-error.ts';
import { Download, startedStream } from './download.ts';
import { route } from './route.ts';

const base = { summary: 'Books', authentication: 'public' } as const;
const Book = closed({
  name: Type.String(),
  length: Type.Optional(Type.Integer()),
  tags: Type.Optional(Type.Array(Type.String())),
});
const listBooks = endpoint('GET /books', {
  ...base,
  id: 'books.list',
  query: closed({ limit: Type.Optional(Type.Integer({ maximum: 5 })), tag: Type.Optional(Type.Array(Type.String())) }),
  reply: Type.Unknown(),
});
const addBook = endpoint('POST /books', {
  ...base,
  id: 'books.add',
  body: Book,
  reply: Type.Unknown(),
  bodyLimit: 2_000,
});
const addShelf = endpoint('POST /shelves', {
  ...base,
  id: 'shelves.add',
  body: Type.Array(Type.Array(Type.Integer()), { maxItems: 1_000_000 }),
  reply: Type.Unknown(),
  bodyLimit: 4_000_000,
});
const removeBook = endpoint('DELETE /books', { ...base, id: 'books.remove' });

let edge: TestEdge | undefined;
afterEach(() => edge?.close());

const echo = [
  route(listBooks, ({ query }) => ({ query })),
  route(addBook, ({ body, mediaType }) => ({ body, mediaType })),
  route(addShelf, ({ body }) => body.length),
  route(removeBook, () => null),
];

async function open(...args: Parameters<typeof openEdge>): Promise<string> {
  edge = await openEdge(...args);
  return edge.url;
}

async function post(
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
  headers = {},
): Promise<Received<unknown>> {
  const url = edge?.url ?? (await open(echo));
  return send(`${url}/api/books`, { method: 'POST', body, headers: { 'content-type': type, ...headers } });
}

describe('a body', () => {
  it.each<[string, string | Uint8Array<ArrayBuffer>, string, number, string]>([
    ['that is truncated', '{"name":', 'application/json', 400, 'malformed-json'],
    ['that is empty', '', 'application/json', 400, 'malformed-json'],
    ['that is not UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'application/json', 400, 'malformed-json'],
    ['with text after its end', '{"name":"a"} x', 'application/json', 400, 'malformed-json'],
    ['of another type', 'name=a', 'application/x-www-form-urlencoded', 415, 'unsupported-media-type'],
    [
      'of a type that another endpoint takes',
      '{"name":"a"}',
      'application/merge-patch+json',
      415,
      'unsupported-media-type',
    ],
    ['with a malformed media type', '{"name":"a"}', 'json;;;', 415, 'unsupported-media-type'],
    ['beyond the limit', JSON.stringify({ name: 'x'.repeat(2_000) }), 'application/json', 413, 'body-too-large'],
    ['with a NUL', '{"name":"a\\u0000"}', 'application/json', 400, 'invalid-input'],
    ['with half a surrogate pair', '{"name":"\\ud83d"}', 'application/json', 400, 'invalid-input'],
    ['nested without end', `{"name":${'['.repeat(900)}${']'.repeat(900)}}`, 'application/json', 400, 'invalid-input'],
    ['with an undeclared field', '{"name":"a","color":"red"}', 'application/json', 400, 'invalid-input'],
    ['with a prototype in it', '{"name":"a","__proto__":{"length":3}}', 'application/json', 400, 'invalid-input'],
    ['with a number for a text', '{"name":7}', 'application/json', 400, 'invalid-input'],
    ['with a text for a number', '{"name":"a","length":"7"}', 'application/json', 400, 'invalid-input'],
    ['with a single value for a list', '{"name":"a","tags":"x"}', 'application/json', 400, 'invalid-input'],
    ['that is a list', '[]', 'application/json', 400, 'invalid-input'],
    ['that is null', 'null', 'application/json', 400, 'invalid-input'],
  ])('%s is rejected in the one error format', async (_, body, type, status, code) => {
    edge = undefined;
    const { error, headers, status: got } = await post(body, type);
    expect({ status: got, code: error.code }).toEqual({ status, code });
    expect(error).toMatchObject({
      status,
      message: expect.stringMatching(/^[A-Z].*\.$/),
      requestId: headers.get('x-request-id'),
    });
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('with more values than anything needs is rejected unread', async () => {
    await open(echo);
    const shelves = (count: number) =>
      send(`${edge?.url}/api/shelves`, {
        method: 'POST',
        body: `[${'[],'.repeat(count - 1)}[]]`,
        headers: { 'content-type': 'application/json' },
      });
    expect((await shelves(300_000)).reply).toBe(300_000);
    expect((await shelves(400_000)).error).toMatchObject({ code: 'body-too-large', status: 413 });
  });

  it('that is compressed is rejected', async () => {
    await open(echo);
    expect((await post('{"name":"a"}', 'application/json', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('gets every error with path, rule, and what is allowed', async () => {
    await open(echo);
    const { error } = await post('{"length":1.5,"tags":[1],"extra":0}');
    expect(error.faults?.map(({ path, rule, message }) => [path, rule, message])).toEqual(
      expect.arrayContaining([
        ['/name', 'required', expect.stringContaining('name')],
        ['/length', 'type', 'must be integer'],
        ['/tags/0', 'type', 'must be string'],
        ['/extra', 'additionalProperties', expect.stringContaining('additional')],
      ]),
    );
  });

  it('arrives unchanged if valid', async () => {
    await open(echo);
    const book = { name: 'Ölprinz 😀', length: 7, tags: [] };
    expect((await post(JSON.stringify(book), 'Application/JSON; charset=utf-8')).reply).toEqual({
      body: book,
      mediaType: 'application/json',
    });
  });
});

describe('an address', () => {
  it('has its parameters converted as declared, and its errors named', async () => {
    const url = await open(echo);
    expect((await send(`${url}/api/books?limit=3&tag=a`, {})).reply).toEqual({ query: { limit: 3, tag: ['a'] } });
    for (const query of ['limit=6', 'limit=x', 'limit=1&limit=2', 'limt=1', 'tag=%00']) {
      const { status, error } = await send(`${url}/api/books?${query}`, {});
      expect([query, status, error.faults?.[0]?.path]).toEqual([query, 400, expect.stringMatching(/^\/query\/\w+/)]);
    }
  });

  it('uses the one error format for malformed requests and unknown paths', async () => {
    const url = await open(echo);
    expect((await send(`${url}/api/%ff%`, {})).error).toMatchObject({ status: 400, code: 'invalid-input' });
    expect((await send(`${url}/api/pens`, {})).error).toMatchObject({ status: 404, code: 'not-found' });
    expect((await send(`${url}/api/books`, { method: 'PUT', body: '{}' })).error).toMatchObject({
      status: 405,
      code: 'method-not-allowed',
    });
    expect((await send(`${url}/api/books`, { method: 'PUT' })).headers.get('allow')).toBe('GET, POST, DELETE');
  });

  it('can be called from pages of other origins, without cookies', async () => {
    const url = await open(echo);
    const preflight = await fetch(`${url}/api/books`, {
      method: 'OPTIONS',
      headers: { origin: 'http://127.0.0.1:8090' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('if-match');
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
    expect((await fetch(`${url}/api/books`)).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('a reply', () => {
  it('without content has none', async () => {
    const url = await open(echo);
    const { status, json } = await send(`${url}/api/books`, { method: 'DELETE' });
    expect([status, json]).toEqual([204, '']);
  });

  it('that the caller already has is not sent again', async () => {
    const answer = route(listBooks, ({ setEtag }) => {
      setEtag(7);
      return ['a'];
    });
    const url = await open([answer]);
    const first = await send(`${url}/api/books`, {});
    expect(first.headers.get('etag')).toBe('"7"');
    const again = await send(`${url}/api/books`, { headers: { 'if-none-match': '"6", "7"' } });
    expect([again.status, again.json]).toEqual([304, '']);
  });

  it('hides internal errors and logs them with the same request ID', async () => {
    const url = await open([
      route(listBooks, () => {
        throw new Error('password=hunter2');
      }),
    ]);
    const { status, error, json } = await send(`${url}/api/books`, {});
    expect([status, error.code]).toEqual([500, 'internal']);
    expect(JSON.stringify(json)).not.toContain('hunter2');
    expect(edge?.log.find((line) => line.includes('hunter2'))).toContain(String(error.requestId));
  });

  it('reports that the database is not responding, with Retry-After', async () => {
    const mine: Endpoint = { ...listBooks, authentication: 'user', tenant: { kind: 'user' } };
    const url = await open([{ endpoint: mine, handle: () => [] }]);
    const { error, headers } = await send(`${url}/api/books`, { headers: { authorization: 'Bearer x' } });
    expect(error).toMatchObject({ status: 503, code: 'unavailable' });
    expect(headers.get('retry-after')).toBe('2');
  });

  it('with a file fails as an error if its first part cannot be created', async () => {
    const file: Endpoint = { ...listBooks, reply: Binary, replyTypes: ['text/csv'] };
    async function* parts(broken: boolean) {
      if (broken) throw new Error('no such rows');
      yield 'a,b\n';
      yield '1,2\n';
    }
    for (const [broken, status, text] of [[false, 200, 'a,b\n1,2\n'] as const, [true, 500, undefined] as const]) {
      const handle = async () =>
        new Download({
          mediaType: 'text/csv',
          filename: 'x.csv',
          content: await startedStream(parts(broken)),
        }).asValue();
      const url = await open([{ endpoint: file, handle }]);
      const answer = await send<string>(`${url}/api/books`, {});
      expect(answer.status).toBe(status);
      if (text !== undefined) expect(answer.reply).toBe(text);
      await edge?.close();
    }
    edge = undefined;
  });

  it('that does not match its declaration fails where replies are checked', async () => {
    const strict: Endpoint = { ...listBooks, reply: Book };
    for (const handle of [
      () => ({ name: 1 }),
      () => undefined,
      () => {
        throw new ApiError('profile-in-use', 'No.');
      },
    ]) {
      const url = await open([{ endpoint: strict, handle }], { checkReplies: true });
      expect((await send(`${url}/api/books`, {})).status).toBe(500);
      await edge?.close();
    }
    edge = undefined;
  });
});

describe('the rate', () => {
  const limits = { read: { account: { burst: 2, perMinute: 1 }, address: { burst: 4, perMinute: 1 } } };
  const statuses = async (address: string, headers: Record<string, string>[]) => {
    const answers: number[] = [];
    for (const each of headers) answers.push((await fetch(address, { headers: each })).status);
    return answers;
  };

  it('is counted by socket address, whatever headers a caller sends', async () => {
    const url = await open(echo, { limits });
    const forged = [1, 2, 3, 4, 5].map((host) => ({
      'x-forwarded-for': `10.0.0.${host}`,
      forwarded: `for=10.0.0.${host}`,
    }));
    expect(await statuses(`${url}/api/books`, forged)).toEqual([200, 200, 200, 200, 429]);
  });

  it('is counted by the forwarded address behind a proxy that the operator trusts', async () => {
    const url = await open(echo, { limits, trustedProxies: ['127.0.0.1'] });
    const hosts = [1, 2, 3, 4, 5].map((host) => ({ 'x-forwarded-for': `10.0.0.${host}` }));
    expect(await statuses(`${url}/api/books`, hosts)).toEqual([200, 200, 200, 200, 200]);
  });

  it('is counted by account as well', async () => {
    const url = await open([{ endpoint: { ...listBooks, authentication: 'user' }, handle: () => [] }], { limits });
    const token = { authorization: 'Bearer x' };
    expect(await statuses(`${url}/api/books`, [token, token, token])).toEqual([200, 200, 429]);
  });
});

describe('what Node refuses itself', () => {
  it.each([
    [
      'headers over 16 kB',
      `GET /api/books HTTP/1.1\r\nhost: a\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`,
      413,
      'body-too-large',
    ],
    ['no HTTP', 'hello\r\n\r\n', 400, 'invalid-input'],
  ])('%s, is answered like any other error', async (_name, request, status, code) => {
    const { hostname, port } = new URL(await open(echo));
    const socket = connect(Number(port), hostname);
    socket.write(request);
    const answer = await text(socket);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body).error).toMatchObject({ status, code, requestId: expect.any(String) });
  });
});
