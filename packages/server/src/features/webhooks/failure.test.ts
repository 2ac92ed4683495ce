import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { publicOr } from '../../platform/addresses.ts';
import { createOutbound } from '../../platform/outbound/post.ts';
import type { Resolve } from '../../platform/outbound/resolve.ts';
import { type Receiver, startReceiver } from '../../testing/receiver.ts';
import { type Failure, failureOf } from './failure.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface How {
  readonly timeoutMs?: number;
  readonly networks?: readonly string[];
  readonly resolve?: Resolve;
}

/** The failure of a delivery to an address. */
async function failureAt(url: string, how: How = {}): Promise<Failure> {
  const { timeoutMs = 20_000, networks = ['127.0.0.0/8'], resolve } = how;
  const outbound = createOutbound(publicOr(networks), resolve);
  const signal = new AbortController().signal;
  try {
    await outbound.post({ url: new URL(url), headers: {}, body: 'x', timeoutMs, signal });
  } catch (error) {
    return failureOf(error);
  }
  throw new Error('It was answered');
}

/** Starts a server with this connection handler; returns its port. */
async function listen(meet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    meet(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

describe('a failed delivery reports', () => {
  it('a refused connection', async () => {
    const gone: Receiver = await startReceiver();
    await gone.close();
    const { reason, message } = await failureAt(`http://127.0.0.1:${gone.port}/`);
    expect(reason).toBe('refused');
    expect(message).toContain('ECONNREFUSED');
  });

  it('refused connections at all of a name’s addresses, with the error of each', async () => {
    const gone: Receiver = await startReceiver();
    await gone.close();
    const resolve: Resolve = async () => ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const { reason, message } = await failureAt(`http://hook.test:${gone.port}/`, { resolve });
    expect(reason).toBe('refused');
    expect(message).toMatch(/ECONNREFUSED 127\.0\.0\.1:\d+; .*ECONNREFUSED 127\.0\.0\.2:\d+/);
  });

  it.each(['ENOTFOUND', 'ETIMEOUT'])('an unknown name: %s', async (code) => {
    const resolve: Resolve = async () => {
      throw Object.assign(new Error(`queryA ${code} hook.test`), { code });
    };
    expect((await failureAt('http://hook.test/', { resolve })).reason).toBe('unknown-name');
  });

  it('a timeout', async () => {
    const port = await listen(() => undefined);
    const { reason, message } = await failureAt(`http://127.0.0.1:${port}/`, { timeoutMs: 50 });
    expect(reason).toBe('timed-out');
    expect(message).toBe('No response within 0.05 s');
  });

  it('a closed connection', async () => {
    const port = await listen((socket) => socket.once('data', () => socket.destroy()));
    expect((await failureAt(`http://127.0.0.1:${port}/`)).reason).toBe('broken-off');
  });

  it('a receiver without TLS', async () => {
    const port = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect((await failureAt(`https://127.0.0.1:${port}/`)).reason).toBe('insecure');
  });

  it('a private address', async () => {
    expect((await failureAt('http://127.0.0.1/', { networks: [] })).reason).toBe('not-public');
  });
});

it.each([
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EAI_AGAIN', 'unknown-name'],
  ['ETIMEDOUT', 'timed-out'],
  ['ENOBUFS', 'other'],
])('%s is %s', (code, reason) => {
  expect(failureOf(Object.assign(new Error('It failed'), { code }))).toEqual({ reason, message: 'It failed' });
});
