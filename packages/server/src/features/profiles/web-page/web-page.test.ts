import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readWebPage } from '@berth/contract/api/profiles';
import { afterEach, describe, expect, it } from 'vitest';
import { createTenant } from '../../../testing/fleet.ts';
import { sharedServer } from '../../../testing/server.ts';
import { readHtmlHead } from './html-head.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ICO = Buffer.concat([Buffer.from('00000100010001', 'hex'), Buffer.alloc(40)]);

const closing: (() => void)[] = [];
const server = await sharedServer({ config: { webhookNetworks: ['127.0.0.2'] } });
const tenant = await createTenant(server);
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A web site at an address, with one reply per path. */
async function startSite(answers: Record<string, Parameters<typeof answer>[0]>, address = '127.0.0.2', port = 0) {
  const asked: string[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    answer(answers[request.url ?? ''] ?? { status: 404 })(request, response);
  };
  const site = createServer(listener);
  site.listen(port, address);
  await once(site, 'listening');
  closing.push(() => {
    site.closeAllConnections();
    site.close();
  });
  return { url: `http://${address}:${(site.address() as AddressInfo).port}`, asked };
}

function answer(given: {
  readonly status?: number;
  readonly type?: string;
  readonly location?: string;
  readonly body?: string | Buffer;
}): RequestListener {
  return (_request, response) => {
    const headers = {
      ...(given.type === undefined ? {} : { 'content-type': given.type }),
      ...(given.location === undefined ? {} : { location: given.location }),
    };
    response.writeHead(given.status ?? 200, headers).end(given.body);
  };
}

const read = async (url: string) => {
  const { owner, organizationId: id } = tenant;
  return (await server.call(readWebPage, { params: { id }, token: owner.token, body: { url } })).reply;
};

describe('a web page', () => {
  it('returns title and icon, following redirects', async () => {
    const site = await startSite({
      '/': { status: 302, location: '/home' },
      '/home': { body: '<title>Patient &amp; staff\n portal</title><link rel="icon" href="logo.png">' },
      '/logo.png': { body: Buffer.from(PNG, 'base64') },
    });
    const page = await read(`${site.url}/`);
    expect(page).toMatchObject({ reached: true, title: 'Patient & staff portal' });
    expect(page.icon).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
  });

  it('falls back to /favicon.ico if the page names no valid icon', async () => {
    const site = await startSite({
      '/a/': { body: '<link rel="icon" href="/broken"><link rel="shortcut icon" href="/gone"><title>A</title>' },
      '/broken': { body: '<html>not found</html>', type: 'image/png' },
      '/favicon.ico': { body: ICO },
    });
    expect((await read(`${site.url}/a/`)).icon).toBe(`data:image/x-icon;base64,${ICO.toString('base64')}`);
    expect(site.asked).toEqual(['/a/', '/broken', '/gone', '/favicon.ico']);
  });

  it('is read up to a limit, and a larger icon is ignored', async () => {
    const site = await startSite({
      '/': { body: `<title>Long</title>${' '.repeat(600 * 1024)}<link rel="icon" href="/late.png">` },
      '/favicon.ico': { body: Buffer.concat([ICO, Buffer.alloc(256 * 1024)]) },
    });
    expect(await read(`${site.url}/`)).toEqual({ reached: true, title: 'Long', icon: null });
    expect(site.asked).not.toContain('/late.png');
  });

  it('is decoded with its declared encoding', async () => {
    const body = Buffer.from('<meta charset="windows-1251"><title>\xcf\xee\xf0\xf2\xe0\xeb</title>', 'latin1');
    const site = await startSite({ '/': { body } });
    expect((await read(`${site.url}/`)).title).toBe('Портал');
  });

  it('counts as not reached if it replies with an error', async () => {
    const site = await startSite({});
    expect(await read(`${site.url}/`)).toEqual({ reached: false, title: null, icon: null });
  });
});

describe('an address that webhooks cannot have', () => {
  it.each(['http://127.0.0.1', 'http://2130706433', 'http://localhost', 'http://[::ffff:127.0.0.1]'])(
    'is never connected to: %s',
    async (address) => {
      const inside = await startSite({ '/': { body: '<title>Inside</title>' } }, '127.0.0.1');
      const { port } = new URL(inside.url);
      expect(await read(`${address}:${port}/`)).toMatchObject({ reached: false, title: null });
      expect(inside.asked).toEqual([]);
    },
  );

  it('is not reached through a redirect, base, or icon of another page', async () => {
    const inside = await startSite({ '/': { body: '<title>Inside</title>' } }, '127.0.0.1');
    const site = await startSite({
      '/redirect': { status: 307, location: `${inside.url}/` },
      '/icon': { body: `<base href="${inside.url}/"><title>Out</title><link rel="icon" href="x.png">` },
    });
    expect(await read(`${site.url}/redirect`)).toMatchObject({ reached: false });
    expect(await read(`${site.url}/icon`)).toEqual({ reached: true, title: 'Out', icon: null });
    expect(inside.asked).toEqual([]);
  });

  it('includes one with a password', async () => {
    const site = await startSite({ '/': { body: '<title>A</title>' } });
    expect(await read(`${site.url.replace('//', '//me:secret@')}/`)).toMatchObject({ reached: false });
    expect(site.asked).toEqual([]);
  });
});

describe('the head of a page', () => {
  it.each([
    ['<!-- <title>No</title> --><title>Yes</title>', 'Yes'],
    ['<script>"<title>No</title>"</script><title>Yes</title>', 'Yes'],
    ['<meta property="og:title" content="Named &#x27;so&#39;">', "Named 'so'"],
    ['<link title="a > b" rel=stylesheet><title>Yes</title>', 'Yes'],
    ['<title>First</title><svg><title>Second</title></svg>', 'First'],
    ['<body><title>No</title>', undefined],
    ['<title>Never closed', undefined],
    ['<!-- İİİİ --><title>İstanbul İli</title>', 'İstanbul İli'],
  ])('%s has the title %s', (html, title) => expect(readHtmlHead(html).title).toBe(title));

  it('lists its icons, largest first', () => {
    const html = `<link rel="icon" sizes="16x16 32x32" href="/32.png"><link rel="shortcut icon" href="a.ico">
      <link href='/touch.png' rel='apple-touch-icon'><link rel=icon type=image/svg+xml href=/logo.svg>
      <link rel="mask-icon" href="/mask.svg"><link rel="icon">`;
    expect(readHtmlHead(html).icons).toEqual(['/logo.svg', '/touch.png', '/32.png', 'a.ico']);
  });

  it.each(['<', '<!--', '<a "', '<title', '<link href="', '</', '<script>'])(
    'made of %s only is read in one pass',
    (part) => {
      expect(readHtmlHead(part.repeat((512 * 1024) / part.length)).icons).toEqual([]);
    },
  );

  it('takes no time with long attributes: meanwhile, the server answers nobody', () => {
    const html = `<meta ${'a'.repeat(8_180)}>`.repeat(64);
    const before = process.cpuUsage();
    expect(readHtmlHead(html).icons).toEqual([]);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});
