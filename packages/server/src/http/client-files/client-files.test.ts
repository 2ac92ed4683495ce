import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEdge, type TestEdge } from '../../testing/edge.ts';

const script = `console.log(${JSON.stringify('ahoy '.repeat(400))})`;
/** The start of a client page. */
const begin = (name: string) => {
  const page = readFileSync(new URL(`../../../../client/${name}.html`, import.meta.url), 'utf8');
  return /<html[^>]*>/.exec(page)?.[0];
};
const html = (name: string) =>
  `${begin(name)}<meta property="csp-nonce" nonce="__CSP_NONCE__"><title>${name}</title><script nonce="__CSP_NONCE__"></script>`;

let folder: string;
let edge: TestEdge;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'berth-client-'));
  mkdirSync(join(folder, 'dist/assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'not for you');
  for (const page of ['index', 'session']) writeFileSync(join(folder, `dist/${page}.html`), html(page));
  writeFileSync(join(folder, 'dist/assets/main-abc123.js'), script);
  writeFileSync(join(folder, 'dist/icon.svg'), '<svg/>');
  const origins = { identity: ['https://login.example'], called: ['https://reports.example'] };
  edge = await openEdge([], { clientFiles: { folder: join(folder, 'dist'), origins } });
});
afterAll(async () => {
  await edge.close();
  rmSync(folder, { recursive: true });
});

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${edge.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** Sends a path unchanged; fetch would normalize it. */
async function getRaw(path: string, headers: Readonly<Record<string, string>> = {}) {
  const { port } = new URL(edge.url);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ port, path, headers }, resolve).on('error', reject).end();
  });
  return { status: response.statusCode, location: response.headers.location, body: await text(response) };
}

describe('pages', () => {
  it.each([
    '/',
    '/manage',
    '/manage/machines',
    '/session/login',
    '/session/login?redirectUrl=x',
    '/access_token',
    '/any/where',
    '/sessions',
    '/index.html',
  ])('%s is the console', async (path) => {
    expect((await get(path)).body).toContain('<title>index</title>');
  });

  it.each([
    '/session/local',
    '/session/',
    '/session/0b8f/settings',
    '/greeter',
    '/screensaver',
    '/mirror',
    '/fbw',
    '/factory-reset',
    '/session/login2',
  ])('%s is the session', async (path) => {
    expect((await get(path)).body).toContain('<title>session</title>');
  });

  it('asked for by another name of this computer are at the public address, where the login works', async () => {
    const { port } = new URL(edge.url);
    for (const name of ['localhost', '[::1]', '127.1.2.3']) {
      const { status, location } = await getRaw('/session/login?redirectUrl=x', { host: `${name}:${port}` });
      expect([status, location]).toEqual([307, `${edge.url}/session/login?redirectUrl=x`]);
    }
    // A tunnel or a proxy of this computer, and names of others; what programs fetch is where they ask.
    for (const host of ['localhost:1', `berth.example:${port}`, `192.0.2.7:${port}`, 'not a host']) {
      expect((await getRaw('/manage', { host })).status).toBe(200);
    }
    expect((await getRaw('/assets/main-abc123.js', { host: `localhost:${port}` })).status).toBe(200);
    expect((await getRaw('/api/nothing', { host: `localhost:${port}` })).status).toBe(404);
  });

  it('have a new nonce each time, in their policy and in the page', async () => {
    const [first, second] = [await get('/'), await get('/')];
    const nonceOf = (page: typeof first) =>
      /script-src 'self' 'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1];
    expect(nonceOf(first)).not.toBe(nonceOf(second));
    expect(first.body.split(`nonce="${nonceOf(first)}"`)).toHaveLength(3);
    expect(first.body).not.toContain('__CSP_NONCE__');
    expect(first.headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['fr', 'en'],
    ['de-CH', 'gsw'],
    ['', 'de'],
  ])('have the language for Accept-Language %j: %s', async (accepted, expected) => {
    for (const path of ['/', '/session/local']) {
      const { body, headers } = await get(path, { 'accept-language': accepted });
      expect(body).toMatch(new RegExp(`<html [^>]*\\blang="${expected}"[^>]* translate="no">`));
      expect(headers.get('vary')).toMatch(/accept-language/i);
    }
  });

  it('run only our scripts, and cannot be framed by other sites', async () => {
    for (const path of ['/', '/session/local']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? '';
      const rules = Object.fromEntries(policy.split('; ').map((rule) => [rule.split(' ')[0], rule]));
      expect(rules['script-src']).not.toMatch(/unsafe|\*|https?:/);
      expect(rules['style-src']).not.toMatch(/unsafe|\*/);
      expect(rules['object-src']).toBe("object-src 'none'");
      expect(rules['base-uri']).toBe("base-uri 'none'");
      expect(rules['frame-ancestors']).toMatch(path === '/' ? /'none'$/ : /'self'$/);
      expect(rules['connect-src']).toMatch(/ https:\/\/login\.example https:\/\/reports\.example$/);
      expect(rules['form-action']).toBe("form-action 'self' https://login.example");
    }
  });
});

describe('files', () => {
  it('with a hash in their name are cached for ever, others are revalidated', async () => {
    const hashed = await get('/assets/main-abc123.js', { 'accept-encoding': 'identity' });
    expect(hashed.body).toBe(script);
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(hashed.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const icon = await get('/icon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    expect((await get('/icon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('are compressed with %s if accepted, pages as well', async (encoding, decompress) => {
    const { hostname, port } = new URL(edge.url);
    const bytesOf = async (path: string) => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        request({ hostname, port, path, headers: { 'accept-encoding': encoding } }, resolve)
          .on('error', reject)
          .end();
      });
      expect(response.headers['content-encoding']).toBe(encoding);
      expect(response.headers.vary).toMatch(/accept-encoding/i);
      return Buffer.concat(await response.toArray());
    };
    const bytes = await bytesOf('/assets/main-abc123.js');
    expect(bytes.length).toBeLessThan(script.length / 4);
    expect(decompress(bytes).toString()).toBe(script);
    expect(decompress(await bytesOf('/')).toString()).toContain('<title>index</title>');
  });

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '//secret.txt',
    '/assets/\\..\\..\\secret.txt',
  ])('outside of the folder are never served: %s', async (path) => {
    expect((await getRaw(path)).body).not.toContain('not for you');
  });

  it.each([
    '/assets/main-old.js',
    '/missing.png',
    '/api',
    '/api/nothing',
    '/api/nothing.html',
    '/API/nothing',
    '//api/nothing',
    '/%61pi/nothing',
    '/manage/../api/nothing',
    '/demo/api/nothing',
    '/oidc/nothing',
    '/.well-known/nothing',
    '/.well-known/oauth-authorization-server/nothing',
    '/.well-known/nothing.html',
    '/%2Ewell-known/nothing',
  ])('that are missing return 404 without a page: %s', async (path) => {
    const { status, body } = await getRaw(path);
    expect([status, JSON.parse(body)]).toEqual([
      404,
      { error: expect.objectContaining({ status: 404, code: 'not-found' }) },
    ]);
  });

  it('of a new build are found without a restart', async () => {
    writeFileSync(join(folder, 'dist/assets/main-def456.js'), 'new');
    utimesSync(join(folder, 'dist/index.html'), new Date(), new Date(Date.now() + 5_000));
    expect((await get('/assets/main-def456.js')).body).toBe('new');
  });
});

it('says what to do if the client is not built', async () => {
  const empty = await openEdge([], {
    clientFiles: { folder: join(folder, 'nothing'), origins: { identity: [], called: [] } },
  });
  const response = await fetch(`${empty.url}/manage`);
  expect([response.status, await response.text()]).toEqual([503, expect.stringContaining('npm run build')]);
  await empty.close();
});
