import { withClient } from '../src/db/migrate.ts';
import { embeddedOwner } from './embedded-owner.ts';

/**
 * Puts machines that no agent stands behind into the embedded database of a running server, for benchmarks:
 * `node scripts/fill-machines.ts DATA ORGANIZATION PROFILE COUNT [OTHERS]`. So many other organizations get as many each.
 */
const [folder = '', organization = '', profile = '', count, others = '0'] = process.argv.slice(2);

const NEIGHBORS = `
  insert into organizations (organization_id, name, owner_id, owner_email)
    select gen_random_uuid(), 'Neighbor ' || n, gen_random_uuid(), 'nobody@neighbor.example'
    from generate_series(1, $1::int) as n
    returning organization_id`;
const MACHINES = `
  insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by, tags, registered_at)
    select $1::uuid, md5($1::uuid::text || n),
      (array['Crane', 'Pier', 'Lobby', 'Depot', 'Gate'])[1 + n % 5] || ' ' || lpad(n::text, 6, '0'),
      (array['vanilla', 'flex', 'smartconference'])[1 + n % 3], $2, 'bench',
      case n % 10 when 0 then array['floor:1'] when 1 then array['floor:2', 'quay'] else '{}' end,
      now() - random() * interval '100 days'
    from generate_series(1, $3::int) as n`;
const STATES = `
  insert into machine_states (organization_id, machine_id, name, profile_id, gone_at, last_seen, running_since, status,
      applied_profile_id, applied_revision, agent_version)
    select organization_id, machine_id, name, profile_id, seen, seen, now() - interval '21 days',
      case when random() < 0.02 then 'reboot-needed' else 'normal' end, profile_id,
      case when random() < 0.05 then 0 else 1 end, '0.' || (1 + random() * 3)::int
    from machines, lateral (select now() - random() * interval '20 days' + length(name) * interval '0' as seen)
    where organization_id = $1
    on conflict do nothing`;
const COUNTS = `
  insert into machine_counts
    select organization_id, coalesce(profile_id, '00000000-0000-0000-0000-000000000000'), count(*)
    from machines group by 1, 2
    on conflict (organization_id, profile_id) do update set machines = excluded.machines`;

await withClient(embeddedOwner(folder), async (client) => {
  // What triggers and foreign keys would check row by row is right as it is made here.
  await client.query('set session_replication_role = replica');
  await client.query(MACHINES, [organization, profile, count]);
  await client.query(STATES, [organization]);
  const neighbors = await client.query<{ organization_id: string }>(NEIGHBORS, [others]);
  for (const { organization_id } of neighbors.rows) {
    await client.query(MACHINES, [organization_id, null, count]);
    await client.query(STATES, [organization_id]);
  }
  await client.query(COUNTS);
  await client.query('vacuum analyze machines');
  await client.query('vacuum analyze machine_states');
  // Written now, not while somebody measures how quickly they are read.
  await client.query('checkpoint');
});
