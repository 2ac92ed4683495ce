import { createHmac } from 'node:crypto';
import { readConfig } from '@berth/contract/api/service';
import { createShareCode, readIceServers, readShareCode } from '@berth/contract/api/signaling';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { addMachine, createTenant, nonceFor, rowsOf } from '../../testing/fleet.ts';
import { createMachine, type TestMachine } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

let offsetMs = 0;
const secret = 'shared with coturn';
const turn = { urls: ['stun:stun.example.org', 'turn:turn.example.org:3478?transport=udp'], secret };
const clock = { ...systemClock, now: () => systemClock.now() + offsetMs };
const server = await sharedServer({ config: { turn }, tuning: { clock } });

let codes = 0;
const newCode = () => `2${(0xa0000000 + codes++).toString(16)}`;

async function publish(machine: TestMachine, otc: string, by: TestMachine = machine) {
  const machineToken = await by.token(await nonceFor(server, by));
  const body = { machineToken, peerId: 'b7e3f0a2-peer' };
  return server.call(createShareCode, { params: { otc, mid: machine.id }, body });
}
const use = (otc: string) => server.call(readShareCode, { params: { otc } });

describe('a one-time code', () => {
  it('resolves once to the peer of the machine that published it', async () => {
    const machine = await addMachine(server, await createTenant(server), { name: 'Bridge' });
    const otc = newCode();
    expect((await publish(machine, otc)).status).toBe(201);
    expect((await use(otc)).reply).toEqual({
      signaling: `${server.url.replace(/^http/, 'ws')}/signaling/2`,
      peerId: 'b7e3f0a2-peer',
      machine: { id: machine.id, name: 'Bridge' },
    });
    expect((await use(otc)).error.code).toBe('invalid-code');
  });

  it('expires after 10 minutes', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const otc = newCode();
    await publish(machine, otc);
    await rowsOf(
      server,
      `update share_codes set expires_at = expires_at - interval '10 minutes' where machine_id = $1`,
      [machine.id],
    );
    expect((await use(otc)).error.code).toBe('invalid-code');
  });

  it('can be published only by the registered machine itself', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const other = await addMachine(server, await createTenant(server));
    expect((await publish(machine, newCode(), other)).error.code).toBe('invalid-machine-token');
    expect((await publish(createMachine(), newCode())).error.code).toBe('not-found');
    const otc = newCode();
    await publish(machine, otc);
    expect((await publish(other, otc)).error.code).toBe('share-code-taken');
  });

  it.each(['4a0000000', '0a0000000', '1A0000000', '1a000000', "1'or 1=1 "])(
    'has a prefix and 8 hex digits, unlike %s',
    async (otc) => {
      expect((await use(otc)).error.code).toBe('invalid-input');
    },
  );

  it('cannot be guessed: 20 misses lock the address, even for the right code', async () => {
    const machine = await addMachine(server, await createTenant(server));
    const otc = newCode();
    await publish(machine, otc);
    const seen = new Set<string>();
    for (let guess = 0; guess < 30; guess++)
      seen.add((await use(`3${guess.toString(16).padStart(8, '0')}`)).error.code);
    expect([...seen]).toEqual(['invalid-code', 'rate-limited']);
    const locked = await use(otc);
    expect(locked.error.code).toBe('rate-limited');
    offsetMs += 601_000;
    expect((await use(otc)).status).toBe(200);
  });

  it('cannot be guessed by many calls at once either', async () => {
    offsetMs += 601_000;
    const guesses = Array.from({ length: 40 }, (_, guess) => use(`3${guess.toString(16).padStart(8, '0')}`));
    const codes = (await Promise.all(guesses)).map(({ error }) => error.code);
    expect(codes.filter((code) => code === 'invalid-code')).toHaveLength(20);
    expect(codes.filter((code) => code === 'rate-limited')).toHaveLength(20);
    offsetMs += 601_000;
    expect((await use(newCode())).error.code).toBe('invalid-code');
  });
});

it('pages get three signaling servers, by the addresses that codes resolve to', async () => {
  const { signaling } = (await server.call(readConfig)).reply;
  const own = server.url.replace(/^http/, 'ws');
  expect(signaling).toEqual([1, 2, 3].map((number) => `${own}/signaling/${number}`));
});

it('ICE servers have credentials that coturn accepts for an hour', async () => {
  const { reply } = await server.call(readIceServers);
  const [stun, turn] = reply.iceServers;
  expect(stun).toEqual({ urls: ['stun:stun.example.org'] });
  const [expires] = turn?.username?.split(':') ?? [];
  expect(Math.abs(Number(expires) - (systemClock.now() + offsetMs) / 1_000 - 3_600)).toBeLessThan(60);
  expect(turn?.credential).toBe(createHmac('sha1', secret).update(String(turn?.username)).digest('base64'));
});
