import { randomUUID } from 'node:crypto';
import { listRollouts, startRollout } from '@berth/contract/api/rollouts';
import { ROLLOUT_MAX_AGE_DAYS } from '@berth/contract/limits';
import { expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';
import { forgetRollouts } from './job.ts';

const server = await sharedServer();

it('rollouts that ended more than a year ago are deleted with their machines; the others stay', async () => {
  const tenant = await createTenant(server);
  const { organizationId, profileId, owner } = tenant;
  const { id } = await addMachine(server, tenant);
  const add = async (note: string, days: number | null) => {
    const rollout = randomUUID();
    await rowsOf(
      server,
      `insert into profile_rollouts (organization_id, rollout_id, profile_id, from_revision, to_revision, state,
         success_threshold, error_threshold, silent_after_s, soak_s, author_id, author, note, created_at, finished_at)
       values ($1, $2, $3, 1, 1, case when $5::int is null then 'paused' else 'finished' end, 80, 20, 60, 0, $4, 'ada', $6,
         now() - interval '900 days', now() - make_interval(days => $5::int))`,
      [organizationId, rollout, profileId, owner.userId, days, note],
    );
    await rowsOf(
      server,
      "insert into rollout_groups (organization_id, rollout_id, position, name) values ($1, $2, 0, 'All')",
      [organizationId, rollout],
    );
    await rowsOf(
      server,
      'insert into rollout_machines (organization_id, rollout_id, machine_id, position) values ($1, $2, $3, 0)',
      [organizationId, rollout, id],
    );
  };
  await add('old', ROLLOUT_MAX_AGE_DAYS + 1);
  await add('older', ROLLOUT_MAX_AGE_DAYS + 300);
  await add('newer', ROLLOUT_MAX_AGE_DAYS - 1);
  await add('paused', null);
  await forgetRollouts(server.database.db);
  const { reply } = await server.call(listRollouts, { params: { orgId: organizationId }, token: owner.token });
  expect(reply.map(({ note }) => note).toSorted()).toEqual(['newer', 'paused']);
  const left = 'select count(*)::int as left from rollout_machines where organization_id = $1';
  expect(await rowsOf(server, left, [organizationId])).toEqual([{ left: 2 }]);
});

it('rollouts in progress are listed before newer ones that ended, page by page', async () => {
  const tenant = await createTenant(server);
  const sent = { params: { id: tenant.profileId }, token: tenant.owner.token };
  const definition = { thinhoc: { customization: { scaling_factors: { ui_scaling_factor: 3 } } } };
  await addMachine(server, tenant);
  const body = { definition, groups: [{ percent: 50 }] };
  const { reply: running } = await server.call(startRollout, { ...sent, body });
  await rowsOf(
    server,
    `insert into profile_rollouts (organization_id, rollout_id, profile_id, from_revision, to_revision, state,
       success_threshold, error_threshold, silent_after_s, soak_s, author_id, author, created_at, finished_at)
     select organization_id, gen_random_uuid(), profile_id, 1, 2, 'finished', 100, 1, 60, 0, author_id, author,
       now() + interval '1 minute' * i, now() + interval '1 minute' * i
     from profile_rollouts, generate_series(1, 120) as i where rollout_id = $1`,
    [running.id],
  );
  const page = async (query: { limit?: number; skip?: number }) => {
    const sent = { params: { orgId: tenant.organizationId }, query, token: tenant.owner.token };
    return (await server.call(listRollouts, sent)).reply.map(({ id }) => id);
  };
  const first = await page({});
  expect([first.length, first[0]]).toEqual([100, running.id]);
  const all = [...first, ...(await page({ skip: 100 }))];
  expect(new Set(all).size).toBe(121);
});
