import { setTimeout as sleep } from 'node:timers/promises';
import { summarizeMachines } from '@berth/contract/api/fleet';
import { readProfile } from '@berth/contract/api/profiles';
import { startRollout } from '@berth/contract/api/rollouts';
import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Client } from 'pg';
import type { DatabaseAddress } from '../../db/connection.ts';
import { withClient } from '../../db/migrate.ts';
import { withRetry } from '../../db/transaction.ts';
import type { Person } from '../../features/identity/tokens/issue.ts';
import { webapp } from './profiles.ts';
import { caller, type Sample } from './sample.ts';

const POLL_MS = 250;
const SOAK_SECONDS = 3_600;

/** What lies behind the demo's machines once they are registered: a month of history, problems and a rollout. */
export async function addPast(
  server: string,
  person: Person,
  owner: DatabaseAddress,
  { organizationId, machines }: Sample,
): Promise<void> {
  const call = caller(server);
  const counted = { params: { orgId: organizationId }, query: { filter: JSON.stringify({ where: {} }) } };
  while ((await call(summarizeMachines, person, counted)).total < machines.length) await sleep(POLL_MS);
  await withClient(owner, async (client) => {
    await fillHistory(client, organizationId, machines.length);
    await leaveCurrent(client);
    for (const { name, problem } of machines) {
      if (problem === 'away') await leaveOff(client, name, '9 days', null);
      if (problem === 'faulty') await leaveOff(client, name, '26 hours', 'network: the VPN server did not answer');
    }
  });
  const [first] = machines;
  if (!first) return;
  const params = { id: first.profileId };
  const { definition, revision } = await call(readProfile, person, { params });
  const groups = [{ name: 'Pilot', percent: 25 }];
  const draft = withCalendar(definition as Partial<ProfileDefinition>);
  const body = { definition: draft, note: 'Calendar for the office', groups, soakSeconds: SOAK_SECONDS };
  await call(startRollout, person, { params, body, ifMatch: revision });
}

/** The definition with one more web app, which is what the rollout brings. */
function withCalendar(definition: Partial<ProfileDefinition>): object {
  const { thinhoc } = definition;
  const app = webapp('Calendar', 'https://calendar.berth.example/', 'calendar', '#2B8A3E');
  const apps = [...(thinhoc?.sessions?.webapp ?? []), app];
  return { ...definition, thinhoc: { ...thinhoc, sessions: { ...thinhoc?.sessions, webapp: apps } } };
}

/** 30 days of an office's online machines, nearly none at night. */
export async function fillHistory(client: Client, organization: string, machines: number): Promise<void> {
  await client.query(
    `insert into fleet_hours (organization_id, hour, online, total)
      select $1::uuid, hour, round(total * share * (0.92 + 0.08 * random())), total
      from generate_series(date_trunc('hour', now()) - interval '29 days', date_trunc('hour', now()) - interval '1 hour',
          interval '1 hour') as hour,
        lateral (select case when hour < now() - interval '12 days' then ceil($2::int * 0.8) else $2::int end as total) as t,
        lateral (select case
            when extract(isodow from hour) > 5 then 0.08
            when extract(hour from hour) between 8 and 16 then 0.93
            when extract(hour from hour) in (6, 7, 17, 18) then 0.5
            else 0.1 end as share) as s
      on conflict do nothing`,
    [organization, machines],
  );
}

/** Until they connect, all machines are as their first revision left them: otherwise all would count as outdated. */
export async function leaveCurrent(client: Client): Promise<void> {
  // The machines' first reports lock the same rows in another order.
  await withRetry(() =>
    client.query(
      `update machine_states
        set applied_profile_id = profile_id, applied_revision = 1, agent_version = 'simulator'
        where applied_profile_id is null`,
    ),
  );
}

/** A machine that has been off for this long, with the last error that it reported. */
async function leaveOff(client: Client, name: string, since: string, error: string | null): Promise<void> {
  await client.query(
    `update machine_states
      set last_seen = now() - $2::interval, gone_at = now() - $2::interval, apply_error = $3,
        applied_profile_id = profile_id, applied_revision = 1, agent_version = 'simulator'
      where name = $1`,
    [name, since, error],
  );
}
