import { tagMachine } from '@berth/contract/api/machine-actions';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listScheduleRunMachines,
  listScheduleRuns,
  listSchedules,
  readSchedule,
  type Schedule,
} from '@berth/contract/api/schedules';
import { SCHEDULES_MAX } from '@berth/contract/rules/schedules';
import { dateAt, WEEKDAYS } from '@berth/contract/rules/time-zones';
import { eventually } from '@berth/testing/wait';
import { describe, expect, it } from 'vitest';
import { GATEWAY_TIMING } from '../../gateway/gateway.ts';
import { createPresence } from '../../gateway/presence.ts';
import { createLocalBus } from '../../platform/bus.ts';
import { createLogger } from '../../platform/logger.ts';
import { addMachine, addManyMachines, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import type { MachineLink, TestMachine } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';
import { recordWork } from '../audit/record.ts';
import { insertBatch } from '../commands/batches/store.ts';
import { mayManagePower } from '../commands/policy.ts';
import { wakePlanner } from '../commands/wake-plan.ts';
import { machineSelector } from '../machines/select-machines.ts';
import { findTier } from '../organizations/store.ts';
import { stepSchedule } from './job.ts';

/** Offset of the server's clock. */
let ahead = 0;
const now = () => Date.now() + ahead;
// Keeps silent machines online while the clock jumps.
const gatewayTiming = { ...GATEWAY_TIMING, writeMs: 20, deadMs: Number.POSITIVE_INFINITY };
const server = await sharedServer({ tuning: { clock: { now }, gatewayTiming } });

const BERLIN = 'Europe/Berlin';
const WANTED = {
  name: 'Nightly',
  type: 'trigger-update' as const,
  tag: 'lobby',
  days: [...WEEKDAYS],
  windowMinutes: 60,
  timeZone: BERLIN,
  enabled: true,
};
type Body = NonNullable<Parameters<typeof server.call<typeof createSchedule>>[1]>['body'] & object;

type Wish = { readonly time: string } & { readonly [Key in keyof Body]?: Body[Key] | undefined };
function create({ owner, organizationId }: Tenant, body: Wish) {
  return server.call(createSchedule, {
    params: { orgId: organizationId },
    token: owner.token,
    body: { ...WANTED, ...body } as Body,
  });
}

const paramsOf = ({ organizationId }: Tenant, { id }: Schedule) => ({ orgId: organizationId, scheduleId: id });

/** The local time of a zone, HH:MM. */
function clockIn(timeZone: string, instant: number): string {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en', options).format(instant);
}

/** The next full minute, at which a window can start. It has just begun, so no test is slow enough to miss it. */
function soon(): number {
  const next = Math.ceil(now() / 60_000) * 60_000;
  ahead += next - now();
  return next + 60_000;
}

async function tagged(tenant: Tenant, timeZone?: string): Promise<{ machine: TestMachine; link: MachineLink }> {
  const machine = await addMachine(server, tenant);
  const sent = { params: { id: machine.id }, token: tenant.owner.token };
  await server.call(tagMachine, { ...sent, body: { tags: ['lobby'] } });
  const link = await machine.connect(server.url, timeZone === undefined ? {} : { timeZone });
  await link.next('welcome');
  if (timeZone !== undefined) await knowsZone(machine);
  return { machine, link };
}

async function knowsZone({ id }: TestMachine): Promise<void> {
  await eventually(async () => {
    const query = 'select 1 from machine_states where machine_id = $1 and time_zone is not null';
    expect(await rowsOf(server, query, [id])).toHaveLength(1);
  });
}

async function runsOf(tenant: Tenant, schedule: Schedule) {
  const sent = { params: paramsOf(tenant, schedule), token: tenant.owner.token };
  return (await server.call(listScheduleRuns, sent)).reply;
}

describe('a scheduled command', () => {
  it("runs once in each machine's local time, also on machines tagged later", async () => {
    const tenant = await createTenant(server);
    const here = await tagged(tenant, BERLIN);
    const later = await tagged(tenant, 'America/New_York');
    const unknown = await tagged(tenant, 'Mars/Olympus');
    const opens = soon();
    const { reply: schedule, status } = await create(tenant, { time: clockIn(BERLIN, opens) });
    expect([status, schedule.nextAt]).toEqual([201, new Date(opens).toISOString()]);
    ahead += opens - now();
    expect((await here.link.next('command')).command).toBe('trigger-update');
    // A machine without a known time zone uses the schedule's.
    expect((await unknown.link.next('command')).command).toBe('trigger-update');

    const newcomer = await tagged(tenant, BERLIN);
    ahead += 21_000;
    const command = await newcomer.link.next('command');
    newcomer.link.send({ type: 'result', id: command.id, ok: true, output: 'updated' });
    await eventually(async () => {
      const [run] = await runsOf(tenant, schedule);
      expect(run).toMatchObject({ date: dateAt(opens, BERLIN), closedAt: null, missed: null });
      expect(run?.states).toMatchObject({ succeeded: 1, delivered: 2 });
    });
    const params = { ...paramsOf(tenant, schedule), date: dateAt(opens, BERLIN) };
    const machines = await server.call(listScheduleRunMachines, { params, token: tenant.owner.token });
    expect(machines.reply.find(({ id }) => id === newcomer.machine.id)).toMatchObject({
      outcome: 'given',
      state: 'succeeded',
      result: 'updated',
    });
    for (const { link } of [here, later, unknown, newcomer]) {
      link.send({ type: 'ping' });
      await link.next('pong');
      expect(link.waiting).toEqual([]);
      await link.close();
    }
  });

  it('reaches each machine of a large fleet', async () => {
    const tenant = await createTenant(server);
    const count = 5_001;
    await addManyMachines(server, tenant, count);
    const opens = soon();
    const all = { tag: undefined, filter: JSON.stringify({ where: {} }) };
    const { reply: schedule } = await create(tenant, { ...all, time: clockIn(BERLIN, opens) });
    ahead += opens - now();
    await eventually(async () => expect((await runsOf(tenant, schedule))[0]?.states).toMatchObject({ queued: count }));
  });

  it('that cannot be late waits while the window is open, and counts the machines it missed', async () => {
    const tenant = await createTenant(server);
    const { machine, link } = await tagged(tenant, BERLIN);
    const away = await tagged(tenant, BERLIN);
    await Promise.all([link.close(), away.link.close()]);
    const opens = soon();
    const wanted = { time: clockIn(BERLIN, opens), type: 'reboot' as const, windowMinutes: 5 };
    const { reply: schedule } = await create(tenant, wanted);
    ahead += opens - now();
    await eventually(async () => expect(await runsOf(tenant, schedule)).toHaveLength(1));
    const back = await machine.connect(server.url, { timeZone: BERLIN });
    await back.next('welcome');
    ahead += 21_000;
    const command = await back.next('command');
    expect(command.command).toBe('reboot');
    back.send({ type: 'result', id: command.id, ok: true, output: '' });
    ahead += 300_000;
    await eventually(async () => {
      expect(await runsOf(tenant, schedule)).toMatchObject([{ missed: 1, closedAt: expect.any(String) }]);
    });
    await back.close();
    const late = await away.machine.connect(server.url, { timeZone: BERLIN });
    await late.next('welcome');
    ahead += 21_000;
    late.send({ type: 'ping' });
    await late.next('pong');
    expect(late.waiting).toEqual([]);
    await late.close();
  });

  it('runs once on a night when clocks change, however many servers run it', async () => {
    // The server's own job runs this schedule as well, if the test runs while its window is open.
    if (clockIn(BERLIN, now()) < '05:00') ahead += 5 * 60 * 60_000;
    const tenant = await createTenant(server);
    const { link } = await tagged(tenant, BERLIN);
    await link.close();
    const nights = {
      // 02:30 does not exist: the window opens at 03:30, an hour after 01:30.
      spring: ['2027-03-28T01:29:00Z', '2027-03-28T01:30:00Z', '2027-03-28T03:29:00Z', '2027-03-28T03:30:00Z'],
      // 02:30 exists twice: the window opens at the first one.
      autumn: ['2027-10-31T00:29:00Z', '2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z', '2027-10-31T02:30:00Z'],
    };
    for (const times of Object.values(nights)) {
      const date = times[0]?.slice(0, 10);
      const wanted = { date, days: undefined, time: '02:30', windowMinutes: 120 };
      const { reply: schedule } = await create(tenant, wanted);
      const given = [];
      for (const time of times) {
        await Promise.all([1, 2, 3].map(() => stepAt(tenant, schedule, Date.parse(time))));
        given.push((await runsOf(tenant, schedule)).length);
      }
      expect(given).toEqual([0, 1, 1, 1]);
      expect(await runsOf(tenant, schedule)).toMatchObject([{ date, missed: 0 }]);
      const served = 'select 1 from schedule_run_machines where schedule_id = $1';
      expect(await rowsOf(server, served, [schedule.id])).toHaveLength(1);
    }
  });

  it('says which nights it missed because no server ran', async () => {
    const tenant = await createTenant(server);
    const { link } = await tagged(tenant, BERLIN);
    await link.close();
    const opens = soon() + 3_600_000;
    const { reply: schedule } = await create(tenant, { time: clockIn(BERLIN, opens), windowMinutes: 5 });
    const dayAfter = (days: number) => opens + days * 86_400_000;
    await stepAt(tenant, schedule, opens);
    // Stopped for three nights, and started in the morning.
    for (const _ of [1, 2]) await stepAt(tenant, schedule, dayAfter(3) + 7_200_000);
    expect(
      (await runsOf(tenant, schedule)).map(({ date, missed, closedAt }) => [date, missed, closedAt !== null]),
    ).toEqual([
      [dateAt(dayAfter(3), BERLIN), 1, true],
      [dateAt(dayAfter(2), BERLIN), 1, true],
      [dateAt(dayAfter(1), BERLIN), 1, true],
      [dateAt(opens, BERLIN), 0, true],
    ]);
  });

  it('runs right away in an open window, and the schedule shows its end', async () => {
    const tenant = await createTenant(server);
    const { link } = await tagged(tenant, BERLIN);
    const opened = soon() - 120_000;
    const { reply: open } = await create(tenant, { time: clockIn(BERLIN, opened) });
    expect(Date.parse(open.openUntil ?? '')).toBe(opened + 60 * 60_000);
    await stepAt(tenant, open, now());
    expect(await runsOf(tenant, open)).toMatchObject([{ closedAt: null }]);
    await link.close();
  });

  it('does not run in a skipped open window, or while the schedule is off', async () => {
    const tenant = await createTenant(server);
    const { link } = await tagged(tenant, BERLIN);
    const { reply: open } = await create(tenant, { time: clockIn(BERLIN, soon() - 120_000), skipOpenWindow: true });
    expect(open.openUntil).toBeNull();
    const opens = soon();
    const { reply: off } = await create(tenant, { time: clockIn(BERLIN, opens), enabled: false });
    expect(off.nextAt).toBeNull();
    ahead += opens - now();
    await Promise.all([stepAt(tenant, open, now()), stepAt(tenant, off, now())]);
    expect([await runsOf(tenant, open), await runsOf(tenant, off)]).toEqual([[], []]);
    await link.close();
  });
});

describe('schedules', () => {
  it('are changed by one of two concurrent edits, listed, and deleted', async () => {
    const tenant = await createTenant(server);
    const { token } = tenant.owner;
    const { reply } = await create(tenant, { time: '03:00' });
    const sent = { params: paramsOf(tenant, reply), token, headers: { 'if-match': '"1"' } };
    const change = (name: string) =>
      server.call(changeSchedule, { ...sent, body: { ...WANTED, time: '04:00', name } as Body });
    const both = await Promise.all([change('First'), change('Second')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const read = await server.call(readSchedule, sent);
    expect(read.reply).toMatchObject({ revision: 2, time: '04:00' });
    const list = await server.call(listSchedules, { params: { orgId: tenant.organizationId }, token });
    expect(list.reply).toEqual([read.reply]);
    expect((await server.call(deleteSchedule, sent)).error.code).toBe('revision-conflict');
    expect((await server.call(deleteSchedule, { ...sent, headers: { 'if-match': '"2"' } })).status).toBe(204);
    expect((await server.call(readSchedule, sent)).error.code).toBe('not-found');
  });

  it('with conflicting settings are rejected with every error', async () => {
    const tenant = await createTenant(server);
    const { error } = await create(tenant, {
      time: '03:00',
      msg: 'no',
      filter: '{}',
      date: '2027-01-01',
      timeZone: 'Atlantis',
    });
    expect(error.faults?.map(({ path }) => path)).toEqual(['/msg', '/tag', '/days', '/timeZone']);
    const filter = await create(tenant, { time: '03:00', tag: undefined, filter: '{"where":{"nope":1}}' });
    expect(filter.error.code).toBe('invalid-filter');
    expect((await create(tenant, { time: '24:00' })).error.faults?.[0]?.path).toBe('/time');
  });

  it('that fail do not keep those of other organizations from running', async () => {
    const [broken, tenant] = [await createTenant(server), await createTenant(server)];
    const { link } = await tagged(tenant);
    const opens = soon();
    const { reply } = await create(broken, { time: clockIn(BERLIN, opens) });
    // Saved before an update of the server whose lists lack the field.
    const query = `update schedules set tag = null, filter = '{"where":{"former":1}}' where schedule_id = $1`;
    await rowsOf(server, query, [reply.id]);
    await create(tenant, { time: clockIn(BERLIN, opens) });
    ahead += opens - now();
    expect((await link.next('command')).command).toBe('trigger-update');
    await link.close();
  });

  it('for power management require Pro', async () => {
    const tenant = await createTenant(server, 'free');
    expect((await create(tenant, { time: '03:00', type: 'reboot' })).error.code).toBe('upgrade-required');
    expect((await create(tenant, { time: '03:00' })).status).toBe(201);
  });
});

/** The job of another server at a given time. */
function stepAt({ organizationId }: Tenant, { id: scheduleId }: Schedule, time: number): Promise<void> {
  const presence = createPresence(() => time);
  const bus = createLocalBus(createLogger('error'));
  const deps = {
    db: server.database.db,
    bus,
    clock: { now: () => time },
    presence,
    selectMachines: machineSelector(presence),
    tierOf: findTier,
    mayManagePower,
    insertBatch,
    recordWork,
    planWake: wakePlanner({ bus, presence }),
  };
  return stepSchedule(deps, { organizationId, scheduleId });
}

it('an organization has no more schedules than its list shows, also if several are created at once', async () => {
  const tenant = await createTenant(server);
  const columns = `organization_id, schedule_id, name, type, tag, days, time, window_minutes, time_zone, enabled,
    author_id, author, created_at, changed_at`;
  await rowsOf(
    server,
    `insert into schedules (${columns})
     select $1, gen_random_uuid(), 'Nightly', 'trigger-update', 'none', '{monday}', '03:00', 60, 'UTC', false,
       gen_random_uuid(), 'test', now(), now() from generate_series(1, $2)`,
    [tenant.organizationId, SCHEDULES_MAX - 1],
  );
  const made = await Promise.all(Array.from({ length: 5 }, () => create(tenant, { time: '03:00' })));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(made.find(({ status }) => status !== 201)?.error.code).toBe('too-many-schedules');
  const sent = { params: { orgId: tenant.organizationId }, token: tenant.owner.token };
  expect((await server.call(listSchedules, sent)).reply).toHaveLength(SCHEDULES_MAX);
});
