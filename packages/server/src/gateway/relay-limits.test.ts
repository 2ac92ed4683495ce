import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { REMOTE_CLOSE, REMOTE_SUBPROTOCOL } from '@berth/contract/device/remote';
import type { MachineId, OrganizationId, UserId } from '@berth/contract/ids';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createLocalBus } from '../platform/bus.ts';
import { createLogger } from '../platform/logger.ts';
import { createRemoteRelay } from './remote-relay.ts';
import { MEMBER_CHANGED, type MemberChanged, SESSION_ENDED } from './topics.ts';

const closeCode = async (socket: WebSocket): Promise<unknown> => (await once(socket, 'close'))[0];

/** A relay on a port of its own, and sessions of people at it. */
async function startRelay({ openMs = 60_000, maxMs = 60_000 } = {}) {
  const logger = createLogger('silent');
  const bus = createLocalBus(logger);
  const times = { openMs, maxMs, pingMs: 60_000, silentMs: 60_000 };
  const relay = createRemoteRelay({ bus, logger, isShared: false, mayGoOn: async () => true }, times);
  const http = createServer().on('upgrade', relay.upgrade).listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(async () => {
    await relay.stop();
    http.close();
  });
  const origin = `ws://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const dial = (path: string, ...protocols: string[]) => new WebSocket(`${origin}${path}`, protocols);
  const open = (organizationId = randomUUID() as OrganizationId, userId = randomUUID() as UserId) => {
    const machineId = 'a'.repeat(32) as MachineId;
    const onEnd = vi.fn(async (_seconds: number) => {});
    const tickets = relay.open({
      organizationId,
      machineId,
      userId,
      openedBy: `login of ${userId}`,
      withShell: false,
      onEnd,
    });
    const viewer = () => dial(tickets.path, REMOTE_SUBPROTOCOL, tickets.viewerToken);
    const screen = () => dial(tickets.path, REMOTE_SUBPROTOCOL, tickets.machineToken);
    return { organizationId, userId, onEnd, ...tickets, viewer, screen };
  };
  const join = async (session: ReturnType<typeof open>) => {
    const sockets = [session.viewer(), session.screen()] as const;
    await Promise.all(sockets.map((socket) => once(socket, 'open')));
    return sockets;
  };
  return { bus, relay, dial, open, join };
}

it('ends a session whose other side does not come in time; it cannot be opened later', async () => {
  const { open } = await startRelay({ openMs: 1_000 });
  const session = open();
  expect(await closeCode(session.viewer())).toBe(REMOTE_CLOSE.expired);
  const [error] = await once(session.screen(), 'error');
  expect(String(error)).toContain('401');
  expect(session.onEnd).not.toHaveBeenCalled();
});

it('ends a session whose person has logged out, and no other', async () => {
  const { bus, open, join } = await startRelay();
  const [left, other] = [open(), open()];
  const ends = (await join(left)).map(closeCode);
  const [viewer, screen] = await join(other);
  bus.publish(SESSION_ENDED, `login of ${left.userId}`);
  expect(await Promise.all(ends)).toEqual([REMOTE_CLOSE.removed, REMOTE_CLOSE.removed]);
  screen.send(Buffer.from('still here'));
  await once(viewer, 'message');
});

it('ends a session that has reached its maximum duration, and tells how long it took', async () => {
  const { open, join } = await startRelay({ maxMs: 600 });
  const session = open();
  const ends = (await join(session)).map(closeCode);
  expect(await Promise.all(ends)).toEqual([REMOTE_CLOSE.expired, REMOTE_CLOSE.expired]);
  expect(session.onEnd).toHaveBeenCalledOnce();
  const [seconds] = session.onEnd.mock.lastCall ?? [];
  expect(seconds).toBeGreaterThanOrEqual(1);
  expect(seconds).toBeLessThan(10);
});

it('ends the sessions of a removed member in that organization, and no others', async () => {
  const { bus, open, join } = await startRelay();
  const removed = open();
  const others = [open(removed.organizationId), open(undefined, removed.userId), open()];
  const ends = (await join(removed)).map(closeCode);
  const remaining = await Promise.all(others.map(join));
  const { organizationId, userId } = removed;
  bus.publish(MEMBER_CHANGED, { organizationId, userId, role: null } satisfies MemberChanged);
  expect(await Promise.all(ends)).toEqual([REMOTE_CLOSE.removed, REMOTE_CLOSE.removed]);
  for (const [viewer, screen] of remaining) {
    screen.send('still here');
    expect(String((await once(viewer, 'message'))[0])).toBe('still here');
  }
});

it('takes a token only with its protocol’s name, and no other paths', async () => {
  const { dial, open, relay } = await startRelay();
  const session = open();
  const [error] = await once(dial(session.path, 'other', session.viewerToken), 'error');
  expect(String(error)).toContain('401');
  const isTaken = (url: string | undefined) =>
    relay.upgrade({ url, headers: {} } as IncomingMessage, new PassThrough(), Buffer.alloc(0));
  expect(['/gateway', '/remotely/x', undefined, `${session.path}?more`].map(isTaken)).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
