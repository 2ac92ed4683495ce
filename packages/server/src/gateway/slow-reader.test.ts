import { readMachine } from '@berth/contract/api/machines';
import { changeProfile } from '@berth/contract/api/profiles';
import { CLOSE } from '@berth/contract/device/messages';
import { largePicture } from '@berth/contract/testing/samples';
import { eventually } from '@berth/testing/wait';
import { expect, it } from 'vitest';
import { addMachine, createTenant } from '../testing/fleet.ts';
import { bootServer, sharedServer } from '../testing/server.ts';
import { GATEWAY_TIMING } from './gateway.ts';

const STUCK_MS = 300_000;

/** Offset of the server's clock, so that the test decides when a timeout ends. */
let ahead = 0;
const gatewayTiming = { ...GATEWAY_TIMING, stuckMs: STUCK_MS, sweepMs: 50, deadMs: Number.POSITIVE_INFINITY };
const server = await sharedServer({ tuning: { clock: { now: () => Date.now() + ahead }, gatewayTiming } });

it('disconnects a machine that stops reading, while others get every change', { timeout: 15_000 }, async () => {
  const tenant = await createTenant(server);
  const [slow, quick] = [await addMachine(server, tenant), await addMachine(server, tenant)];
  const links = [await slow.connect(server.url), await quick.connect(server.url)] as const;
  await Promise.all(links.map((link) => link.next('welcome')));
  links[0].socket.pause();

  let revision = 1;
  for (let round = 0; round < 8; round += 1) {
    const custom_background = largePicture(3 * 1024 + round);
    const changed = await server.call(changeProfile, {
      params: { id: tenant.profileId },
      token: tenant.owner.token,
      headers: { 'content-type': 'application/merge-patch+json' },
      body: { definition: { thinhoc: { customization: { custom_background } } } },
    });
    revision = changed.reply.revision;
    let shown = 0;
    while (shown < revision) shown = (await links[1].next('desired')).desired.profile?.revision ?? 0;
  }
  expect(revision).toBe(9);
  ahead += STUCK_MS;
  const sent = { params: { id: slow.id }, token: tenant.owner.token };
  await eventually(async () => expect((await server.call(readMachine, sent)).reply.online).toBe(false));
  links[0].socket.resume();
  expect([CLOSE.tooSlow, 1006]).toContain(await links[0].closed);
  // The operating system buffered some of it; the server queued nothing for it.
  expect(links[0].waiting.length).toBeLessThan(6);
  links[1].send({ type: 'ping' });
  await links[1].next('pong');
  await links[1].close();
});

it('tells machines to reconnect when the server stops', async () => {
  const other = await bootServer();
  const tenant = await createTenant(other);
  const machine = await addMachine(other, tenant);
  const link = await machine.connect(other.url);
  await link.next('welcome');
  await other.stop();
  expect(await link.closed).toBe(CLOSE.restarting);
});
