import { CLOSE } from '@berth/contract/device/messages';
import { beforeEach, expect, it } from 'vitest';
import { addMachine, createTenant } from '../testing/fleet.ts';
import { sharedServer } from '../testing/server.ts';
import { GATEWAY_TIMING } from './gateway.ts';

const HOUR_MS = 3_600_000;

let ahead = 0;
const clock = { now: () => Date.now() + ahead };
const gatewayTiming = { ...GATEWAY_TIMING, deadMs: 3_000, sweepMs: 50 };
const server = await sharedServer({ tuning: { clock, gatewayTiming } });
beforeEach(() => {
  ahead = HOUR_MS;
});

it('a newer connection replaces one from before the clock was set back', async () => {
  const machine = await addMachine(server, await createTenant(server));
  const older = await machine.connect(server.url);
  await older.next('welcome');
  ahead = 0;
  const newer = await machine.connect(server.url);
  await newer.next('welcome');
  expect(await older.closed).toBe(CLOSE.replaced);
  await newer.close();
});

it('a silent connection is cut even if the clock is set back meanwhile', async () => {
  const machine = await addMachine(server, await createTenant(server));
  const link = await machine.connect(server.url);
  await link.next('welcome');
  ahead = 0;
  expect(await link.closed).toBe(1006);
});
