import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { endpoint } from '@berth/contract/api/declare';
import Type from 'typebox';
import { expect, it } from 'vitest';
import { openEdge } from '../testing/edge.ts';
import { LargeBodies } from './large-bodies.ts';
import { route } from './route.ts';

const MB = 1024 * 1024;

const save = endpoint('POST /shelves', {
  id: 'shelves.save',
  summary: 'Shelves',
  permission: null,
  body: Type.Array(Type.Integer()),
  reply: Type.Integer(),
  bodyLimit: MB,
});

/** Sends the headers of a call and the beginning of its body. */
async function begin(
  url: string,
  bytes?: number,
): Promise<{ readonly sent: ClientRequest; readonly status: Promise<unknown> }> {
  const size = bytes === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes };
  const headers = { authorization: 'Bearer a', 'content-type': 'application/json', expect: '100-continue', ...size };
  const sent = request(`${url}/api/shelves`, { method: 'POST', headers });
  const status = once(sent, 'response').then(
    ([response]) => response.statusCode,
    () => 'given up',
  );
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write('[');
  return { sent, status };
}

it('an account sends four large bodies at once, and places are free again once they are answered or given up', async () => {
  const edge = await openEdge([route(save, ({ body }) => body.length)]);
  const [unsized, ...slow] = [
    await begin(edge.url),
    await begin(edge.url, MB),
    await begin(edge.url, 100_000),
    await begin(edge.url, MB),
  ];
  expect(await (await begin(edge.url, 100_000)).status).toBe(429);
  const small = await begin(edge.url, 2);
  small.sent.end(']');
  expect(await small.status).toBe(200);

  unsized.sent.end('1,2]');
  expect(await unsized.status).toBe(200);
  for (const { sent } of slow) sent.destroy();
  expect(await Promise.all(slow.map(({ status }) => status))).toEqual(['given up', 'given up', 'given up']);
  for (let freed = 0; freed < 4; freed += 1) {
    await expect
      .poll(async () => {
        const { sent, status } = await begin(edge.url);
        sent.end(']');
        return status;
      })
      .toBe(200);
  }
  await edge.close();
});

it('a call that is given up before its caller is known takes no place', async () => {
  const known = Promise.withResolvers<void>();
  const edge = await openEdge([route(save, ({ body }) => body.length)], { whenKnown: known.promise });
  const calls = [await begin(edge.url), await begin(edge.url), await begin(edge.url), await begin(edge.url)];
  for (const { sent } of calls) sent.destroy();
  await Promise.all(calls.map(({ status }) => status));
  // Until the server has noticed.
  await pause(100);
  known.resolve();
  const { sent, status } = await begin(edge.url);
  sent.end(']');
  expect(await status).toBe(200);
  await edge.close();
});

it('all accounts share what a node has for large bodies', () => {
  const bodies = new LargeBodies();
  const enter = (account: string) => bodies.enter(account, { 'content-length': String(16 * MB) }, 16 * MB);
  const held = ['ann', 'ann', 'ann', 'ann', 'ben', 'ben', 'ben', 'ben'].map(enter);
  expect(() => enter('cy')).toThrow('Too many large calls');
  held[0]?.();
  expect(enter('cy')).toBeTypeOf('function');
  expect(() => enter('ann')).toThrow('Too many large calls');
});
