import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CLOSE } from '@berth/contract/device/messages';
import type { CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Bus, createLocalBus } from '../platform/bus.ts';
import { createLogger } from '../platform/logger.ts';
import { createMachine } from '../testing/machine.ts';
import { createGateway, GATEWAY_TIMING, type Gateway } from './gateway.ts';
import type { CommandClaim, DesiredHead, GatewayPorts, OutgoingCommand } from './ports.ts';
import { createPresence } from './presence.ts';
import { createTickets } from './tickets.ts';
import { COMMAND_QUEUED, type CommandQueued } from './topics.ts';

const HOME = '11111111-1111-4111-8111-111111111111' as OrganizationId;
const SETTINGS: DesiredHead['settings'] = {
  organizationId: HOME,
  organizationName: 'Company',
  machineName: 'Counter',
  deployment: 'flex',
  contextRevision: 0,
  context: {},
};

let gateway: Gateway;
let url: string;
let close: () => Promise<unknown>;
/** Returns a machine's organization, in the order of the calls; by default at once. */
let homes: (() => Promise<OrganizationId>)[];
let bus: Bus;
let claimed: CommandClaim[];
/** What every claim returns. */
let waiting: readonly OutgoingCommand[];
let tick = 0;
/** Every timestamp is different. */
const now = () => ++tick;
const presence = createPresence(now);

function forEach<Value>(ids: readonly MachineId[], value: Value): Map<MachineId, Value> {
  return new Map(ids.map((id) => [id, value]));
}

beforeEach(async () => {
  homes = [];
  claimed = [];
  waiting = [];
  const logger = createLogger('fatal');
  const nothing = async () => undefined;
  const ports: GatewayPorts = {
    homesOf: async (ids) => forEach(ids, (await homes.shift()?.()) ?? HOME),
    checkAuditHeads: async () => undefined,
    loadHeads: async (_, ids) =>
      forEach(ids, { settings: SETTINGS, profile: null, commandsWait: false, audit: undefined }),
    loadReferences: async (_, ids) => forEach(ids, null),
    loadProfile: nothing,
    saveStates: nothing,
    saveLogs: nothing,
    acceptCommands: nothing,
    finishCommands: nothing,
    recordClone: nothing,
    pressButton: nothing,
    messageRead: nothing,
    claimCommands: async (_, claims) => {
      claimed.push(...claims);
      return new Map(claims.map(({ machineId }) => [machineId, waiting]));
    },
    machinesWithQueued: async () => [],
  };
  bus = createLocalBus(logger);
  const http = createServer().listen(0, '127.0.0.1');
  await once(http, 'listening');
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  gateway = createGateway({
    ports,
    presence,
    bus,
    clock: { now },
    logger,
    timing: GATEWAY_TIMING,
    audience: url,
    tickets: createTickets(Buffer.alloc(32), url, now),
    forwardedFor: ({ headers }) => headers['x-forwarded-for']?.toString(),
    isShared: false,
    unauthenticatedMax: 8,
  });
  http.on('upgrade', (request, stream, head) => gateway.upgrade(request, stream, head));
  close = async () => {
    await gateway.stop();
    http.close();
  };
});
afterEach(() => close());

/** A lookup that resolves when the test says so. */
function question() {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<OrganizationId>();
  homes.push(() => {
    asked.resolve();
    return answered.promise;
  });
  return { asked: asked.promise, answer: () => answered.resolve(HOME) };
}

it.each(['gone', 'still open'])(
  'a connection that is admitted late, and is %s, does not replace a newer one',
  async (how) => {
    const machine = createMachine();
    const late = question();
    const first = await machine.connect(url);
    await late.asked;
    if (how === 'gone') first.socket.terminate();
    const second = await machine.connect(url);
    await second.next('welcome');
    late.answer();
    if (how === 'still open') expect(await first.closed).toBe(CLOSE.replaced);
    second.send({ type: 'ping' });
    await second.next('pong');
    expect(presence.isOnline(machine.id as MachineId)).toBe(true);
    await second.close();
  },
);

it('a connection that closes before admission was never online', async () => {
  const machine = createMachine();
  const late = question();
  const link = await machine.connect(url);
  await late.asked;
  link.socket.terminate();
  await link.closed;
  // Once another connection opens, the end of this one has arrived.
  await (await createMachine().connect(url)).next('welcome');
  const before = presence.version(HOME);
  late.answer();
  await (await createMachine().connect(url)).next('welcome');
  expect(presence.find(machine.id)).toBeUndefined();
  expect(presence.version(HOME)).toBe(before + 1);
});

it('unauthenticated connections are limited per address, so that one cannot block others', async () => {
  const open = (address: string) =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(`${url}/gateway`, { headers: { 'x-forwarded-for': address } });
      socket.on('open', () => resolve(true));
      socket.on('error', () => resolve(false));
      onTestFinished(() => socket.terminate());
    });
  for (let count = 0; count < 4; count += 1) expect(await open('203.0.113.7')).toBe(true);
  expect(await open('203.0.113.7')).toBe(false);
  expect(await open('198.51.100.9')).toBe(true);
});

it('a connection that sends a second message before the welcome is closed', async () => {
  const late = question();
  const link = await createMachine().connect(url);
  await late.asked;
  link.send({ type: 'ping' });
  expect(await link.closed).toBe(CLOSE.badMessage);
  late.answer();
});

const COMMAND: OutgoingCommand = {
  id: '22222222-2222-4222-8222-222222222222' as CommandId,
  command: 'notify',
  payload: { msg: 'Hello' },
  expiresInMs: 60_000,
};

it('a command is sent directly to the connection that was open when it was stored', async () => {
  const machine = createMachine();
  const link = await machine.connect(url);
  await link.next('welcome');
  link.send({ type: 'ping' });
  await link.next('pong');
  const line = gateway.lineTo({ organizationId: HOME, machineId: machine.id });
  const elsewhere = '33333333-3333-4333-8333-333333333333' as OrganizationId;
  expect(gateway.lineTo({ organizationId: elsewhere, machineId: machine.id })).toBeUndefined();
  expect(line?.(COMMAND)).toBe(true);
  expect(await link.next('command')).toMatchObject(COMMAND);
  expect(claimed).toEqual([]);
});

it('a command for a connection that was replaced is claimed by the new one, as after a reconnect', async () => {
  const machine = createMachine();
  const first = await machine.connect(url);
  await first.next('welcome');
  first.send({ type: 'ping' });
  await first.next('pong');
  const line = gateway.lineTo({ organizationId: HOME, machineId: machine.id });
  const second = await machine.connect(url);
  await second.next('welcome');
  expect(line?.(COMMAND)).toBe(false);
  const { id: commandId } = COMMAND;
  const event: CommandQueued = { organizationId: HOME, machineId: machine.id, commandId, isUndelivered: true };
  bus.publish(COMMAND_QUEUED, event);
  await vi.waitFor(() => expect(claimed).toEqual([{ machineId: machine.id, connectedAt: expect.any(Date) }]));
});

it('a command that the machine has not accepted yet is not sent twice over its connection', async () => {
  const machine = createMachine();
  const link = await machine.connect(url);
  await link.next('welcome');
  link.send({ type: 'ping' });
  await link.next('pong');
  waiting = [COMMAND];
  const event = { organizationId: HOME, machineId: machine.id, commandId: COMMAND.id, isUndelivered: true };
  // As after an outage of NATS, which each node announces.
  bus.publish(COMMAND_QUEUED, event);
  expect(await link.next('command')).toMatchObject(COMMAND);
  const next = { ...COMMAND, id: '44444444-4444-4444-8444-444444444444' as CommandId };
  waiting = [COMMAND, next];
  bus.publish(COMMAND_QUEUED, event);
  expect(await link.next('command')).toMatchObject(next);
  await link.close();
});

it.each([
  ['is claimed by the connection that replaced it', false],
  ['that was accepted is not claimed again', true],
])('a command sent over a connection that ended %s', async (_what, isAccepted) => {
  const machine = createMachine();
  const first = await machine.connect(url);
  await first.next('welcome');
  first.send({ type: 'ping' });
  await first.next('pong');
  expect(gateway.lineTo({ organizationId: HOME, machineId: machine.id })?.(COMMAND)).toBe(true);
  await first.next('command');
  if (isAccepted) first.send({ type: 'accepted', id: COMMAND.id });
  const second = await machine.connect(url);
  await second.next('welcome');
  await first.closed;
  if (isAccepted) {
    second.send({ type: 'ping' });
    await second.next('pong');
    expect(claimed).toEqual([]);
  } else {
    await vi.waitFor(() => expect(claimed).toEqual([{ machineId: machine.id, connectedAt: expect.any(Date) }]));
  }
});

it('a machine that is offline or not welcomed yet accepts no direct commands', async () => {
  const machine = createMachine();
  expect(gateway.lineTo({ organizationId: HOME, machineId: machine.id })).toBeUndefined();
  const late = question();
  const link = await machine.connect(url);
  await late.asked;
  expect(gateway.lineTo({ organizationId: HOME, machineId: machine.id })).toBeUndefined();
  late.answer();
  await link.next('welcome');
  await link.close();
  expect(gateway.lineTo({ organizationId: HOME, machineId: machine.id })).toBeUndefined();
});
