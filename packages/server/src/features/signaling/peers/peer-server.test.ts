import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Bus, createLocalBus } from '../../../platform/bus.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createPeerServer, type PeerServer } from './peer-server.ts';
import { CODE_USED } from './topics.ts';

/** Two nodes of one installation, with separate sockets and a bus between them. */
const bus: Bus = createLocalBus(createLogger('error'));
let nodes: { readonly peers: PeerServer; readonly http: Server; readonly url: string }[];
beforeAll(async () => {
  nodes = await Promise.all([startNode(), startNode()]);
});
afterAll(async () => {
  for (const { peers, http } of nodes) {
    await peers.stop();
    http.close();
  }
});

async function startNode() {
  const forwardedFor = ({ headers }: IncomingMessage) => headers['x-from']?.toString();
  const peers = createPeerServer({ bus, clock: systemClock, forwardedFor, peersMax: 200 });
  const http = createServer();
  http.on('upgrade', (request, stream, head) => {
    if (!peers.upgrade(request, stream, head)) stream.destroy();
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  return { peers, http, url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}` };
}

interface Message {
  readonly type: string;
  readonly src?: string;
  readonly payload?: unknown;
}

/** A PeerJS client's socket. Messages are kept until the test asks for them. */
async function dial(node: number, id: string, token = `token of ${id}`, server = 1, from = '198.51.100.1') {
  const query = new URLSearchParams({ key: 'peerjs', id, token, version: '1.5.5' });
  const socket = new WebSocket(`${nodes[node]?.url}/signaling/${server}/peerjs?${query}`, {
    headers: { 'x-from': from },
  });
  const inbox: Message[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    inbox.push(JSON.parse(String(data)));
    wake();
  });
  const closed = once(socket, 'close').then(() => 'closed');
  // One that is refused fails below.
  closed.catch(() => undefined);
  await once(socket, 'open');
  return {
    socket,
    closed,
    send: (message: object) => socket.send(JSON.stringify(message)),
    next: async (): Promise<Message | undefined> => {
      while (inbox.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return inbox.shift();
    },
  };
}

/** Sends a message to the own ID, which arrives only if the ID is accepted. */
async function sound(peer: Awaited<ReturnType<typeof dial>>): Promise<Message | undefined> {
  const id = new URL(peer.socket.url).searchParams.get('id') ?? '';
  peer.send(offer(id));
  return peer.next();
}

const offer = (dst: string) => ({ type: 'OFFER', dst, payload: { sdp: 'v=0' } });

describe.each([
  ['one node', 0],
  ['two nodes', 1],
])('peers on %s', (_name, other) => {
  it("exchange messages under the sender's ID", async () => {
    const [ann, ben] = [await dial(0, `ann${other}`), await dial(other, `ben${other}`)];
    expect([await ann.next(), await ben.next()]).toEqual([{ type: 'OPEN' }, { type: 'OPEN' }]);
    ann.send({ ...offer(`ben${other}`), src: 'somebody-else' });
    expect(await ben.next()).toMatchObject({ type: 'OFFER', src: `ann${other}`, payload: { sdp: 'v=0' } });
    for (const each of [ann, ben]) each.socket.close();
  });

  it('wait for a peer that connects a moment later', async () => {
    const ann = await dial(0, `early${other}`);
    await ann.next();
    ann.send(offer(`late${other}`));
    const ben = await dial(other, `late${other}`);
    expect(await ben.next()).toEqual({ type: 'OPEN' });
    expect(await ben.next()).toMatchObject({ type: 'OFFER', src: `early${other}` });
    for (const each of [ann, ben]) each.socket.close();
  });

  it('keep their ID: only the same token can take it over', async () => {
    const id = `owned${other}`;
    const owner = await dial(0, id);
    await owner.next();
    const thief = await dial(other, id, 'another token');
    const heard = [(await thief.next())?.type];
    if (heard[0] === 'OPEN') heard.push((await thief.next())?.type);
    expect(heard.at(-1)).toBe('ID-TAKEN');
    await thief.closed;
    const again = await dial(other, id);
    expect(await again.next()).toEqual({ type: 'OPEN' });
    expect(await owner.closed).toBe('closed');
    again.socket.close();
  });

  it('keep their ID across a short disconnect: no other peer can claim it', async () => {
    const id = `away${other}`;
    const owner = await dial(0, id);
    await owner.next();
    owner.socket.close();
    await owner.closed;
    const thief = await dial(other, id, 'another token');
    const heard = [(await thief.next())?.type];
    if (heard[0] === 'OPEN') heard.push((await thief.next())?.type);
    expect(heard.at(-1)).toBe('ID-TAKEN');
    await thief.closed;
    const back = await dial(other, id);
    expect(await back.next()).toEqual({ type: 'OPEN' });
    expect(await Promise.race([back.closed, sound(back)])).toMatchObject({ type: 'OFFER' });
    back.socket.close();
  });
});

it('gives a token-derived ID only to a peer with the token, even one it never saw', async () => {
  const id = `owned-${createHash('sha256').update('its token').digest('hex').slice(0, 32)}`;
  const thief = await dial(0, id, 'another token');
  expect(await thief.next()).toMatchObject({ type: 'ID-TAKEN' });
  const owner = await dial(0, id, 'its token');
  expect(await owner.next()).toEqual({ type: 'OPEN' });
  owner.socket.close();
});

it('notifies the sender if the peer does not connect, as PeerJS does', async () => {
  const ann = await dial(0, 'lonely');
  await ann.next();
  ann.send(offer('nobody'));
  expect(await ann.next()).toMatchObject({ type: 'EXPIRE', src: 'nobody' });
  ann.socket.close();
});

it('separates the three servers', async () => {
  const [ann, ben] = [await dial(0, 'same', 'one'), await dial(0, 'same', 'two', 2)];
  expect([await ann.next(), await ben.next()]).toEqual([{ type: 'OPEN' }, { type: 'OPEN' }]);
  for (const each of [ann, ben]) each.socket.close();
});

it('notifies a peer that its code was used', async () => {
  const peer = await dial(1, 'shown', 'token', 3);
  await peer.next();
  bus.publish(CODE_USED, { server: 3, peerId: 'shown' });
  expect(await peer.next()).toEqual({ type: 'BERTH-CODE-USED' });
  peer.socket.close();
});

it.each([
  ['not JSON', 'hello'],
  ['not a message of the protocol', JSON.stringify({ type: 'DROP TABLE', dst: 'x' })],
  ['without a recipient', JSON.stringify({ type: 'OFFER' })],
  [
    'nested so deeply that it cannot be written again',
    `{"type":"OFFER","dst":"x","payload":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  ],
  ['too long', JSON.stringify({ type: 'OFFER', dst: 'x', payload: 'x'.repeat(70_000) })],
])('disconnects on a message that is %s', async (name, text) => {
  const peer = await dial(0, `odd-${name.replaceAll(/\W+/g, '')}`);
  await peer.next();
  peer.socket.send(text);
  expect(await peer.closed).toBe('closed');
});

it('disconnects a flooding peer and keeps the others', async () => {
  const [flooder, other] = [await dial(0, 'flooder'), await dial(0, 'calm')];
  await Promise.all([flooder.next(), other.next()]);
  for (let count = 0; count < 1_000; count++) flooder.send(offer('calm'));
  expect(await flooder.closed).toBe('closed');
  other.send(offer('calm'));
  let heard = await other.next();
  for (; heard?.src === 'flooder'; heard = await other.next());
  expect(heard?.src).toBe('calm');
  other.socket.close();
});

it.each([
  ['key=wrong&id=a&token=b', 'INVALID-KEY'],
  ['key=peerjs&id=a', 'ERROR'],
  ['key=peerjs&id=%2e%2e%2f&token=b', 'ERROR'],
])('rejects %s', async (query, type) => {
  const socket = new WebSocket(`${nodes[0]?.url}/signaling/1/peerjs?${query}`);
  const [data] = await once(socket, 'message');
  expect(JSON.parse(String(data)).type).toBe(type);
});

describe('peers of one address', () => {
  const FLOOD = '203.0.113.7';
  const flood = (count: number) =>
    Promise.allSettled(
      Array.from({ length: count }, (_, each) => dial(0, `flood-${count}-${each}`, undefined, 1, FLOOD)),
    );

  it('leave connections to others', async () => {
    const opened = (await flood(250)).filter(({ status }) => status === 'fulfilled');
    expect(opened.length).toBeLessThanOrEqual(100);
    const peer = await dial(0, 'beside-a-flood');
    expect((await peer.next())?.type).toBe('OPEN');
    peer.socket.close();
    for (const each of opened) if (each.status === 'fulfilled') each.value.socket.close();
  });

  it('leave waiting messages to others', async () => {
    const opened = await flood(30);
    const peers = opened.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    for (const peer of peers) for (let count = 0; count < 200; count += 1) peer.send(offer(`absent-${count}`));
    const caller = await dial(0, 'caller-in-a-flood');
    expect((await caller.next())?.type).toBe('OPEN');
    // The flood is read by now: messages of each socket come in order, and this one's are the last.
    await Promise.all(peers.map((peer) => sound(peer)));
    caller.send(offer('late-in-a-flood'));
    const late = await dial(0, 'late-in-a-flood');
    expect((await late.next())?.type).toBe('OPEN');
    expect(await late.next()).toMatchObject({ type: 'OFFER', src: 'caller-in-a-flood' });
    for (const { socket } of [...peers, caller, late]) socket.close();
  });
});
