import { createHmac, randomBytes } from 'node:crypto';
import { CLOSE, type FromMachine, GATEWAY_PROTOCOL, ticketMessage } from '@berth/contract/device/messages';
import type { OrganizationId } from '@berth/contract/ids';
import { describe, expect, it } from 'vitest';
import { AddressSlots } from '../platform/address-slots.ts';
import { createMachine, REPORTED } from '../testing/machine.ts';
import { admit, challengeNonce } from './handshake.ts';
import { createTickets } from './tickets.ts';

const DAY_MS = 86_400_000;
const organizationId = 'home' as OrganizationId;
const audience = 'https://berth.example';

describe('a connection’s first message', () => {
  const clock = { now: 20_000 * DAY_MS };
  const key = randomBytes(32);
  const tickets = createTickets(key, audience, () => clock.now);
  const machine = createMachine();
  const nonce = challengeNonce();
  const answer = (
    message: FromMachine | undefined,
    homeOf = async () => organizationId as OrganizationId | undefined,
  ) => admit(message, { nonce, audience, tickets }, { homeOf });
  const authenticate = (proof: object, protocol: number = GATEWAY_PROTOCOL) =>
    ({ type: 'authenticate', protocol, id: machine.id, reported: REPORTED, ...proof }) as FromMachine;
  const prove = (ticket: { readonly day: number; readonly secret: string }, over = nonce, server = audience) => {
    const mac = createHmac('sha256', Buffer.from(ticket.secret, 'base64url'));
    return authenticate({
      ticket: { day: ticket.day, proof: mac.update(ticketMessage(server, over)).digest('base64url') },
    });
  };
  const admitted = { key: { organizationId, machineId: machine.id }, reported: REPORTED };
  const badToken = { refusal: CLOSE.badToken };

  it('admits a machine by its token or its ticket of today or yesterday', async () => {
    expect(await answer(authenticate({ machineToken: await machine.token(nonce, { aud: audience }) }))).toEqual(
      admitted,
    );
    const ticket = tickets.issue(machine.id);
    expect(ticket.day).toBe(tickets.day());
    expect(await answer(prove(ticket))).toEqual(admitted);
    clock.now += DAY_MS;
    expect(await answer(prove(ticket))).toEqual(admitted);
    clock.now += DAY_MS;
    expect(await answer(prove(ticket))).toEqual(badToken);
    clock.now -= 3 * DAY_MS;
    expect(await answer(prove(ticket))).toEqual(badToken);
    clock.now += DAY_MS;
  });

  it('refuses proofs over another nonce, for another server or machine, of another server, and none', async () => {
    const ticket = tickets.issue(machine.id);
    const foreign = createTickets(randomBytes(32), audience, () => clock.now);
    const proofs = [
      authenticate({}),
      authenticate({ machineToken: await machine.token(challengeNonce(), { aud: audience }) }),
      authenticate({ machineToken: await machine.token(nonce, { aud: 'https://other.example' }) }),
      authenticate({ machineToken: await createMachine().token(nonce, { aud: audience }) }),
      prove(ticket, challengeNonce()),
      prove(ticket, nonce, 'https://other.example'),
      prove({ ...ticket, day: ticket.day - 1 }),
      prove(tickets.issue(createMachine().id)),
      prove(foreign.issue(machine.id)),
      authenticate({ ticket: { day: ticket.day, proof: '' } }),
    ];
    for (const [index, proof] of proofs.entries()) expect([index, await answer(proof)]).toEqual([index, badToken]);
  });

  it('refuses another protocol, another message, and a machine without an organization', async () => {
    const token = { machineToken: await machine.token(nonce, { aud: audience }) };
    const refused = { refusal: CLOSE.badMessage };
    expect(await answer(authenticate(token, GATEWAY_PROTOCOL + 1))).toEqual(refused);
    expect(await answer({ type: 'ping' })).toEqual(refused);
    expect(await answer(undefined)).toEqual(refused);
    expect(await answer(authenticate(token), async () => undefined)).toEqual({ refusal: CLOSE.notRegistered });
  });

  it('is over a nonce that no other connection gets', () => {
    expect(new Set(Array.from({ length: 100 }, challengeNonce)).size).toBe(100);
    expect(challengeNonce()).toMatch(/^[\w-]{32}$/);
  });
});

/** The number of admitted connections. */
function admitted(unauthenticated: AddressSlots, count: number, address: (n: number) => string): number {
  return Array.from({ length: count }, (_, n) => unauthenticated.enter(address(n))).filter((each) => each !== undefined)
    .length;
}

describe('unauthenticated connections', () => {
  it('of one address leave half of the slots to others', () => {
    const unauthenticated = new AddressSlots(1_000);
    expect(admitted(unauthenticated, 5_000, () => '203.0.113.7')).toBe(500);
    expect(admitted(unauthenticated, 300, (n) => `198.51.100.${n % 200}`)).toBe(300);
    expect(admitted(unauthenticated, 5_000, (n) => `192.0.2.${n % 200}`)).toBe(200);
  });

  it('of one IPv6 network count as one address', () => {
    const unauthenticated = new AddressSlots(1_000);
    expect(admitted(unauthenticated, 5_000, (n) => `2001:db8:0:1::${n.toString(16)}`)).toBe(500);
    expect(admitted(unauthenticated, 100, (n) => `2001:db8:0:${(n + 2).toString(16)}::1`)).toBe(100);
  });

  it('of one address free its share again when they end', () => {
    const unauthenticated = new AddressSlots(1_000);
    const address = '203.0.113.7';
    expect(admitted(unauthenticated, 400, () => address)).toBe(400);
    for (let n = 0; n < 300; n += 1) unauthenticated.leave(address);
    expect(admitted(unauthenticated, 400, (n) => `198.51.100.${n % 200}`)).toBe(400);
    // Half of all slots are in use, and the address has 100: it may have a quarter.
    expect(admitted(unauthenticated, 400, () => address)).toBe(150);
    for (let n = 0; n < 250; n += 1) unauthenticated.leave(address);
    expect(admitted(unauthenticated, 400, (n) => `192.0.2.${n % 200}`)).toBe(400);
    expect(admitted(unauthenticated, 400, () => address)).toBe(200);
    expect(unauthenticated.enter(undefined)).toBeUndefined();
  });

  it('of a site behind one router are accepted while slots are free, and free their slot when authenticated', () => {
    const unauthenticated = new AddressSlots(1_000);
    for (let round = 0; round < 20; round += 1) {
      const places = Array.from({ length: 400 }, () => unauthenticated.enter('203.0.113.7'));
      expect(places.every((place) => place !== undefined)).toBe(true);
      for (const place of places) unauthenticated.leave(place ?? '');
    }
  });
});
