import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLOSE, type CommandMessage, type Desired, type Reported } from '@berth/contract/device/messages';
import type { CommandId } from '@berth/contract/ids';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createIdentity } from '../state/identity.ts';
import { silentLog } from '../system/log.ts';
import { desiredWith, TestGateway } from '../testing/gateway.ts';
import { eventually, expectCollected } from '../testing/wait.ts';
import { cloudConfig } from './cloud-config.ts';
import { Link, type LinkOptions, type LinkState } from './link.ts';
import { serverOf } from './registration.ts';

const reported: Reported = {
  appliedProfileId: null,
  appliedRevision: null,
  applyError: null,
  status: 'normal',
  uptime: 1,
  agentVersion: 'test',
};

function startLink(address: () => string, options: Partial<LinkOptions> = {}) {
  const desired: Desired[] = [];
  const commands: CommandMessage[] = [];
  const states: LinkState[] = [];
  let unregistered = 0;
  const link = new Link({
    onAuditHead: () => undefined,
    gateway: async () => address(),
    identity: createIdentity(),
    reported: () => reported,
    onDesired: (next) => desired.push(next),
    onUnregistered: () => {
      unregistered += 1;
    },
    onCommand: (command) => commands.push(command),
    onFrameRequest: () => {},
    onWakeOthers: () => {},
    onPressRefused: () => {},
    onState: (state) => states.push(state),
    log: silentLog,
    // The shortest waits.
    random: () => 0,
    ...options,
  });
  link.start();
  onTestFinished(() => link.stop());
  return { link, desired, commands, states, unregistered: () => unregistered };
}

test('authenticates, is welcomed, and receives the desired state', async () => {
  const first = desiredWith({});
  const gateway = await TestGateway.start({ desired: first });
  const { link, desired, states } = startLink(() => gateway.address);
  await eventually(() => expect(desired).toEqual([first]));
  expect(states).toEqual(['online']);
  expect(gateway.of('authenticate')[0]?.reported).toEqual(reported);

  const second = desiredWith({ version: 2 });
  gateway.send({ type: 'desired', desired: second });
  await eventually(() => expect(desired).toEqual([first, second]));
  expect(link.send({ type: 'report', reported })).toBe(true);
  await eventually(() => expect(gateway.of('report')).toHaveLength(1));
});

test('a message counts as delivered once a later ping is answered', async () => {
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const { link } = startLink(() => gateway.address, { pingMs: 30 });
  const arrived: string[] = [];
  await eventually(() => expect(link.state).toBe('online'));
  link.send({ type: 'report', reported }, () => arrived.push('first'));
  expect(arrived).toEqual([]);
  await eventually(() => expect(arrived).toEqual(['first']));

  gateway.silent = true;
  link.send({ type: 'report', reported }, () => arrived.push('lost with its connection'));
  gateway.close(CLOSE.restarting);
  await eventually(() => expect(link.state).toBe('offline'));
  gateway.silent = false;
  link.reconnect();
  await eventually(() => expect(link.state).toBe('online'));
  const pings = gateway.of('ping').length;
  await eventually(() => expect(gateway.of('ping').length).toBeGreaterThan(pings + 1));
  expect(arrived).toEqual(['first']);
});

test('reconnects when the cloud is back', async () => {
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const { port } = gateway;
  const { link, states } = startLink(() => `ws://127.0.0.1:${port}/gateway`);
  await eventually(() => expect(link.state).toBe('online'));
  await gateway.stop();
  await eventually(() => expect(link.state).toBe('offline'));
  expect(link.send({ type: 'ping' })).toBe(false);
  await TestGateway.start({ desired: desiredWith({}) }, port);
  await eventually(() => expect(link.state).toBe('online'));
  expect(states).toEqual(['online', 'offline', 'online']);
});

const ticketOf = (day: number) => ({ day, secret: Buffer.alloc(32, day).toString('base64url') });

test('reconnects with the newest ticket, or with its key if the ticket is refused', async () => {
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  gateway.ticket = ticketOf(1);
  const { link, states } = startLink(() => gateway.address, { pingMs: 30 });
  await eventually(() => expect(link.state).toBe('online'));
  gateway.ticket = ticketOf(2);
  gateway.send({ type: 'pong', ticket: gateway.ticket });
  // The second ping confirms that the ticket has arrived.
  await eventually(() => expect(gateway.of('ping').length).toBeGreaterThan(1));

  gateway.close(CLOSE.restarting);
  await eventually(() => expect(gateway.of('authenticate')).toHaveLength(2));
  await eventually(() => expect(link.state).toBe('online'));
  expect(gateway.of('authenticate')[1]).toMatchObject({ ticket: { day: 2 } });
  expect(gateway.of('authenticate')[1]).not.toHaveProperty('machineToken');

  // The cloud now has another ticket key.
  gateway.ticket = ticketOf(3);
  gateway.close(CLOSE.restarting);
  await eventually(() => expect(gateway.of('authenticate')).toHaveLength(4));
  await eventually(() => expect(link.state).toBe('online'));
  expect(gateway.of('authenticate')[2]).toHaveProperty('ticket');
  expect(gateway.of('authenticate')[3]).toHaveProperty('machineToken');
  expect(states).toEqual(['online', 'offline', 'online', 'offline', 'online']);
});

test('tells once why the cloud is not reached, and again after it was', async () => {
  const told: unknown[] = [];
  const log = { ...silentLog, info: (facts: object) => void told.push(facts) };
  const login = createServer((_request, reply) => void reply.end('<h1>Log in to this network</h1>'));
  onTestFinished(() => void login.close());
  await once(login.listen(0, '127.0.0.1'), 'listening');
  const { port } = login.address() as AddressInfo;
  const config = cloudConfig(new URL(`http://127.0.0.1:${port}/`));
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  let isBehindLogin = true;
  let attempts = 0;
  const { link } = startLink(() => '', {
    log,
    gateway: async () => {
      attempts += 1;
      return isBehindLogin ? (await config.load()).gateway : gateway.address;
    },
  });
  const isBehind = { error: '/config.json is not JSON: a login page or a proxy answers' };
  await eventually(() => expect(attempts).toBeGreaterThan(3));
  expect(told).toEqual([isBehind]);
  isBehindLogin = false;
  await eventually(() => expect(link.state).toBe('online'));
  isBehindLogin = true;
  gateway.close(CLOSE.restarting);
  await eventually(() => expect(told).toEqual([isBehind, isBehind]));
});

test('failed connection attempts leak no memory', async () => {
  const failures: WeakRef<Error>[] = [];
  startLink(() => {
    const failure = new Error('There is no cloud.');
    failures.push(new WeakRef(failure));
    throw failure;
  });
  await eventually(() => expect(failures.length).toBeGreaterThan(4));
  await expectCollected(failures.slice(0, 3));
});

test('detects a dead connection', async () => {
  // Time advances only with each check, so that the gateway keeps up on a busy computer.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const { link, states } = startLink(() => gateway.address, { pingMs: 30, deadMs: 120 });
  await eventually(() => expect(gateway.of('ping').length).toBeGreaterThan(5));
  expect(states).toEqual(['online']);
  gateway.silent = true;
  await eventually(() => expect(states).toContain('offline'));
  gateway.silent = false;
  await eventually(() => expect(link.state).toBe('online'));
});

test.each([['notRegistered'], ['removed']] as const)(
  '%s: belongs to nobody, and tries at once when asked to',
  async (code) => {
    const gateway = await TestGateway.start({ close: CLOSE[code] });
    const { link, unregistered } = startLink(() => gateway.address, { random: () => 1 });
    await eventually(() => expect(link.state).toBe('unregistered'));
    expect(unregistered()).toBe(1);
    gateway.answer = { desired: desiredWith({}) };
    // Without this, it waits 15 s.
    link.reconnect();
    await eventually(() => expect(link.state).toBe('online'));
  },
);

test('a replaced machine waits instead of flapping', async () => {
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const { link } = startLink(() => gateway.address);
  await eventually(() => expect(link.state).toBe('online'));
  gateway.close(CLOSE.replaced);
  await eventually(() => expect(link.state).toBe('replaced'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(gateway.connections).toBe(1);
});

test('accepts unknown fields from a newer cloud and ignores invalid messages', async () => {
  const gateway = await TestGateway.start({ desired: desiredWith({}) });
  const { link, desired, commands } = startLink(() => gateway.address);
  await eventually(() => expect(link.state).toBe('online'));
  for (const text of [
    'no json',
    '[]',
    'null',
    '{"type":"dance"}',
    '{"type":"desired"}',
    '{"type":"command","id":"x"}',
  ]) {
    gateway.sendText(text);
  }
  const next = { ...desiredWith({}), newerField: 1 };
  gateway.sendText(JSON.stringify({ type: 'desired', desired: next, alsoNew: true }));
  gateway.command({
    id: '8f14e45f-ceea-4c7a-9d2b-1f2e3d4c5b6a' as CommandId,
    command: 'notify',
    payload: { msg: 'hi' },
  });
  await eventually(() => expect(commands).toHaveLength(1));
  expect(desired).toHaveLength(2);
  expect(desired[1]).toEqual(next);
  expect(link.state).toBe('online');
});

test('stops while waiting, connecting, or connected', async () => {
  const gateway = await TestGateway.start({ close: CLOSE.replaced });
  const { link } = startLink(() => gateway.address);
  await eventually(() => expect(link.state).toBe('replaced'));
  await link.stop();
  expect(link.state).toBe('offline');
});

test.each([
  ['https://berth.example/api', '/api', 'https://berth.example'],
  ['https://berth.example/api/', '/api', 'https://berth.example'],
  ['wss://berth.example/gateway', '/gateway', 'https://berth.example'],
  ['ws://localhost:8080/gateway', '/gateway', 'http://localhost:8080'],
  ['https://example.org/berth/api', '/api', 'https://example.org/berth'],
  ['wss://evil.example/relay', '/gateway', 'https://evil.example/relay'],
])('a token for %s with the path %s is valid for the server %s', (address, path, server) => {
  expect(serverOf(address, path)).toBe(server);
});
