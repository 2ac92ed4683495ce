import { createHmac } from 'node:crypto';
import { removeMachine } from '@berth/contract/api/machine-actions';
import { CLOSE, GATEWAY_PROTOCOL, type Ticket, ticketMessage } from '@berth/contract/device/messages';
import type { MachineId } from '@berth/contract/ids';
import { describe, expect, it } from 'vitest';
import { addMachine, createTenant } from '../testing/fleet.ts';
import { type MachineLink, openLink, REPORTED } from '../testing/machine.ts';
import { sharedServer } from '../testing/server.ts';

const DAY_MS = 86_400_000;
let ahead = 0;
const server = await sharedServer({ tuning: { clock: { now: () => Date.now() + ahead } } });

interface Return {
  readonly audience?: string;
  readonly nonce?: string;
}

/** Connects as a machine that authenticates with this ticket only. */
async function returnWith(
  id: MachineId,
  { day, secret }: Ticket,
  { audience, nonce }: Return = {},
): Promise<MachineLink> {
  const link = await openLink(server.url);
  const challenge = await link.next('challenge');
  const mac = createHmac('sha256', Buffer.from(secret, 'base64url'));
  const proof = mac.update(ticketMessage(audience ?? server.url, nonce ?? challenge.nonce)).digest('base64url');
  link.send({ type: 'authenticate', protocol: GATEWAY_PROTOCOL, id, ticket: { day, proof }, reported: REPORTED });
  return link;
}

/** A welcomed machine and its ticket. */
async function welcomed() {
  const tenant = await createTenant(server);
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url);
  const { ticket } = await link.next('welcome');
  if (!ticket) throw new Error('no ticket');
  return { tenant, machine, link, ticket };
}

describe('a ticket', () => {
  it('authenticates a machine that reconnects, on the same and the next day', async () => {
    const { machine, link, ticket } = await welcomed();
    await link.close();
    for (const day of [0, 1]) {
      ahead = day * DAY_MS;
      const again = await returnWith(machine.id, ticket);
      expect((await again.next('welcome')).desired.machineName).toBeTruthy();
      await again.close();
    }
    ahead = 2 * DAY_MS;
    expect(await (await returnWith(machine.id, ticket)).closed).toBe(CLOSE.badToken);
    ahead = 0;
  });

  it.each([
    ['made up', { secret: Buffer.alloc(32).toString('base64url') }, {}],
    ['of another day than it says', { day: -1 }, {}],
    ['for another server', {}, { audience: 'https://other.example' }],
    ['over the nonce of another connection', {}, { nonce: 'another' }],
  ] as const)(
    '%s is refused',
    async (_what, { day = 0, ...change }: { day?: number; secret?: string }, proof: Return) => {
      const { machine, link, ticket } = await welcomed();
      await link.close();
      const given = { ...ticket, ...change, day: ticket.day + day };
      expect(await (await returnWith(machine.id, given, proof)).closed).toBe(CLOSE.badToken);
    },
  );

  it('of another machine is refused', async () => {
    const [first, second] = [await welcomed(), await welcomed()];
    expect(await (await returnWith(second.machine.id, first.ticket)).closed).toBe(CLOSE.badToken);
    await Promise.all([first.link.close(), second.link.close()]);
  });

  it('does not authenticate a machine that was removed', async () => {
    const { tenant, machine, link, ticket } = await welcomed();
    await server.call(removeMachine, { params: { id: machine.id }, token: tenant.owner.token });
    expect(await link.closed).toBe(CLOSE.removed);
    expect(await (await returnWith(machine.id, ticket)).closed).toBe(CLOSE.notRegistered);
  });

  it('is renewed with the first ping of a day', async () => {
    const { machine, link, ticket } = await welcomed();
    link.send({ type: 'ping' });
    expect(await link.next('pong')).toEqual({ type: 'pong' });
    ahead = DAY_MS;
    link.send({ type: 'ping' });
    const { ticket: next } = await link.next('pong');
    expect(next?.day).toBe(ticket.day + 1);
    link.send({ type: 'ping' });
    expect(await link.next('pong')).toEqual({ type: 'pong' });
    await link.close();
    ahead = 2 * DAY_MS;
    const again = await returnWith(machine.id, next as Ticket);
    await again.next('welcome');
    await again.close();
    ahead = 0;
  });
});
