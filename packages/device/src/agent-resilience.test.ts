import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandId } from '@berth/contract/ids';
import { afterEach, expect, test, vi } from 'vitest';
import { openStore } from './state/store.ts';
import { noShell } from './system/fake/machine.ts';
import { silentLog } from './system/log.ts';
import { testAgent } from './testing/agents.ts';
import { testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { smallDisk } from './testing/small-disk.ts';
import { eventually } from './testing/wait.ts';

const COMMAND = '11111111-1111-4111-8111-111111111111' as CommandId;
const DAY_MS = 86_400_000;
const MAIL = { display_name: 'Mail', url: 'https://mail.example/' };
const tiles = (display_name: string) => webapps({ ...MAIL, display_name });

afterEach(() => {
  vi.useRealTimers();
});

/** Shifts the clock by this much; timers are unaffected. */
function clockOff(byMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + byMs });
}

/** A machine that has shown the profile "Mail" and then lost its cloud. */
async function leftAlone(): Promise<{ folder: string; address: string }> {
  const folder = await testFolder();
  const gateway = await TestGateway.start({ desired: desiredWith(tiles('Mail')) });
  const { agent, call } = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  // One more change, so that both stored copies of the state contain the profile.
  await call('save_wizard', { entered: null });
  await agent.stop();
  await gateway.stop();
  return { folder, address: gateway.address };
}

const isMail = { definition: { thinhoc: { sessions: { webapp: [{ display_name: 'Mail' }] } } } };

test('shows the last good profile after 30 days offline and a reboot', async () => {
  const { folder, address } = await leftAlone();
  clockOff(30 * DAY_MS);
  const { call } = await testAgent({ folder, gateway: address, bootId: 'boot-2' });
  expect(await call('load_profile', {})).toMatchObject(isMail);
  expect(await call('load_machine_config', {})).toMatchObject({ firstboot: false });
});

test.each([
  ['ahead', 3_652 * DAY_MS],
  ['behind', -3_652 * DAY_MS],
])('with a clock ten years %s, the machine connects, follows its profile, and runs commands', async (_, byMs) => {
  const folder = await testFolder();
  clockOff(byMs);
  const gateway = await TestGateway.start({ desired: desiredWith(tiles('Mail')) });
  const { call } = await testAgent({ folder, gateway: gateway.address });
  await eventually(async () => expect(await call('load_profile', {})).toMatchObject(isMail));
  gateway.command({ id: COMMAND, command: 'notify', payload: { msg: 'Closing at six' } });
  await eventually(() => expect(gateway.of('result')).toMatchObject([{ id: COMMAND, ok: true }]));
});

test('renames a half-written state file and uses the previous one', async () => {
  const { folder, address } = await leftAlone();
  const file = join(folder, 'state.json');
  await writeFile(file, '0123456789abcdef\n{"version":1,"desired":{"profi');
  const { call } = await testAgent({ folder, gateway: address });
  expect(await call('load_profile', {})).toMatchObject(isMail);
  expect((await readdir(folder)).some((name) => name.startsWith('state.json.damaged-'))).toBe(true);
});

test('with a full disk, what the cloud sends is shown, run, and still there after a restart', async () => {
  const { folder, fill, empty } = await smallDisk(2);
  const desired = desiredWith(tiles('Mail'));
  const gateway = await TestGateway.start({ desired });
  const { agent, call } = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  await fill();
  const { id, name } = desired.profile ?? expect.unreachable();
  const profile = { id, name, revision: 2, definition: tiles('Post') };
  gateway.send({ type: 'desired', desired: { ...desired, profile } });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(2));
  expect(await call('load_profile', {})).toMatchObject({ revision: 2 });
  gateway.command({ id: COMMAND, command: 'notify', payload: { msg: 'Closing at six' } });
  await eventually(() => expect(gateway.of('result')).toMatchObject([{ id: COMMAND, ok: true }]));
  await agent.stop();
  await gateway.stop();

  const again = await testAgent({ folder, gateway: gateway.address });
  expect(await again.call('load_profile', {})).toMatchObject({ revision: 2 });
  await again.call('save_wizard', { entered: { step: 'welcome' } });
  await again.agent.stop();
  const third = await testAgent({ folder, gateway: gateway.address });
  expect(await third.call('load_wizard', {})).toEqual({ step: 'welcome' });
  await empty();
});

test('without any room, commands are refused by name instead of hanging, and run once there is room', async () => {
  const { folder, fill, empty } = await smallDisk(2);
  const gateway = await TestGateway.start({ desired: desiredWith(tiles('Mail')) });
  await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  await rm(join(folder, 'reserve'));
  await fill();
  const order = () => gateway.command({ id: COMMAND, command: 'notify', payload: { msg: 'Closing at six' } });
  order();
  await eventually(() => expect(gateway.of('result')).toMatchObject([{ id: COMMAND, ok: false }]));
  expect(gateway.of('result')[0]?.output).toContain('did not run it: its disk is full');
  expect(gateway.of('accepted')).toEqual([]);
  await empty();
  order();
  await eventually(() => expect(gateway.of('result')).toMatchObject([{ ok: false }, { id: COMMAND, ok: true }]));
});

test('on a read-only disk, the agent starts, follows its cloud, reports an interrupted command, and stops', async () => {
  const { folder, protect } = await smallDisk(2);
  const desired = desiredWith(tiles('Mail'));
  const gateway = await TestGateway.start({ desired });
  const hung = { ...noShell(), run: () => new Promise<never>(() => {}) };
  const { agent } = await testAgent({ folder, gateway: gateway.address, system: { shell: hung } });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  gateway.command({ id: COMMAND, command: 'shell', payload: { command: 'sleep 60' } });
  await eventually(() => expect(gateway.of('accepted')).toMatchObject([{ id: COMMAND }]));
  await agent.stop();
  await rm(join(folder, 'reserve'));
  await writeFile(join(folder, 'reserve'), 'cut short');
  protect();

  const again = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('result')).toMatchObject([{ id: COMMAND, ok: false }]));
  gateway.send({ type: 'welcome', desired, audit: { sequence: 3, hash: 'a'.repeat(64) } });
  await eventually(() => expect(again.logged()).toContain('the head of the audit log is not kept'));
  await again.call('allow_live_view', { allowed: false });
  expect(await again.call('load_profile', {})).toMatchObject(isMail);
  await again.agent.stop();
});

test('leaves out messages nested too deeply or without a readable type, and follows the next one', async () => {
  const folder = await testFolder();
  const desired = desiredWith(tiles('Mail'));
  const gateway = await TestGateway.start({ desired });
  const { call, logged } = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  const { id, name } = desired.profile ?? expect.unreachable();
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const next of [
    { ...desired, profile: { id, name, revision: 2, definition: { deep: 0 } } },
    { ...desired, context: { deep: 0 } },
  ]) {
    gateway.sendText(JSON.stringify({ type: 'desired', desired: next }).replace('"deep":0', `"deep":${deep}`));
  }
  gateway.sendText('{"type":{"toString":null,"valueOf":null}}');
  gateway.send({
    type: 'desired',
    desired: { ...desired, profile: { id, name, revision: 3, definition: tiles('Post') } },
  });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(3));
  expect(await call('load_profile', {})).toMatchObject({ revision: 3 });
  expect(logged().match(/message of the cloud left out/g)).toHaveLength(3);
});

test('a log entry sent just before the connection was lost reaches the cloud later, once', async () => {
  const folder = await testFolder();
  const gateway = await TestGateway.start({ desired: desiredWith(tiles('Mail')) });
  const { agent } = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  const entry = { type: 'DEBUG', message: expect.stringContaining('unknown message of-tomorrow') };
  // The cable is cut: what the machine sends is lost, and it does not know yet.
  gateway.silent = true;
  gateway.sendText('{"type":"of-tomorrow"}');
  await eventually(async () => expect((await openStore(folder, silentLog)).state.logs).toMatchObject([entry]));
  await gateway.stop();
  const back = await TestGateway.start(gateway.answer, gateway.port);
  await eventually(() => expect(back.of('log')).toMatchObject([{ entries: [entry] }]));
  await agent.stop();
});

test('a failed start stops everything it started', async () => {
  const folder = await testFolder();
  const receives = {
    apps: { enabled: ['thinhoc::mirroring'] },
    mirror: { enabled_features: { airplay: true } },
  };
  const gateway = await TestGateway.start({ desired: desiredWith({ thinhoc: receives }) });
  const before = await testAgent({ folder, gateway: gateway.address });
  await eventually(() => expect(gateway.of('report').at(-1)?.reported.appliedRevision).toBe(1));
  await before.agent.stop();

  const other = await testAgent({ folder: await testFolder() });
  const port = Number(new URL(other.events.find((event) => event.event === 'bridge')?.url ?? '').port);
  const stop = vi.fn(async () => {});
  const open = vi.fn(async () => ({ pid: 1, exited: new Promise<never>(() => {}), stop }));
  const start = testAgent({
    folder,
    system: { airplay: { open } },
    overrides: { bridge: { port, clientFolder: folder } },
  });
  await expect(start).rejects.toThrow(`port ${port} is in use`);
  expect(open).toHaveBeenCalledOnce();
  expect(stop).toHaveBeenCalledOnce();
});
