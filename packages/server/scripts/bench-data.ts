import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import type { Client } from 'pg';
import { OWNER } from '../src/db/embedded/cluster.ts';
import { readPostmasterFile } from '../src/db/embedded/postmaster-file.ts';
import { withClient } from '../src/db/migrate.ts';
import { rolePassword } from '../src/db/roles.ts';
import { fillHistory } from '../src/main/demo/history.ts';
import { installationSecret } from '../src/platform/data-folder.ts';

/**
 * Fills and reads the embedded database of a running server, for benchmarks and screenshots:
 * `node scripts/bench-data.ts COMMAND DATA [ARGUMENTS]`.
 */
const COMMANDS: Readonly<Record<string, (client: Client, args: readonly string[]) => Promise<void>>> = {
  'add-machines': addMachines,
  'fill-machines': fillMachines,
  'spread-machines': spreadMachines,
  // `fill-history DATA ORGANIZATION MACHINES`
  'fill-history': (client, [organization = '', machines]) => fillHistory(client, organization, Number(machines)),
  'count-writes': countWrites,
};

const [name = '', folder = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) throw new Error(`Unknown command "${name}": use one of ${Object.keys(COMMANDS).join(', ')}`);
await withClient(ownerOf(folder), (client) => command(client, args));

/** The owner's address of the database. Throws if none runs in the data folder. */
function ownerOf(folder: string) {
  const running = readPostmasterFile(join(folder, 'postgres'));
  if (!running?.ready) throw new Error(`No database is running in ${folder}`);
  return {
    host: running.socketFolder,
    port: running.port,
    user: OWNER,
    password: rolePassword(installationSecret(folder), OWNER),
    database: 'postgres',
  };
}

/** `add-machines DATA ORGANIZATION PROFILE`: registers the machines given as JSON list of {id, name} on standard input. */
async function addMachines(client: Client, [organization, profile]: readonly string[]): Promise<void> {
  const machines = JSON.stringify(await json(process.stdin));
  const given = 'from jsonb_to_recordset($2::jsonb) as r (id text, name text)';
  await client.query(
    `insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by)
      select $1::uuid, id, name, 'vanilla', $3::uuid, 'bench' ${given}`,
    [organization, machines, profile],
  );
  await client.query(`insert into machine_states (organization_id, machine_id) select $1::uuid, id ${given}`, [
    organization,
    machines,
  ]);
  // The gateway reads the key from the machine's token, whose hash is the ID.
  await client.query(
    `insert into machine_directory (machine_id, organization_id, public_key) select id, $1::uuid, '' ${given}`,
    [organization, machines],
  );
  await client.query('vacuum analyze machines, machine_states, machine_directory');
}

/**
 * `fill-machines DATA ORGANIZATION PROFILE COUNT [OTHERS]`: adds COUNT machines without agents to the organization, and
 * as many to each of OTHERS new organizations.
 */
async function fillMachines(
  client: Client,
  [organization, profile, count, others = '0']: readonly string[],
): Promise<void> {
  const insertOrganizations = `
    insert into organizations (organization_id, name, owner_id, owner_email)
      select gen_random_uuid(), 'Neighbor ' || n, gen_random_uuid(), 'nobody@neighbor.example'
      from generate_series(1, $1::int) as n
      returning organization_id`;
  const insertMachines = `
    insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by, tags, registered_at)
      select $1::uuid, md5($1::uuid::text || n),
        (array['Counter', 'Printer', 'Lobby', 'Depot', 'Gate'])[1 + n % 5] || ' ' || lpad(n::text, 6, '0'),
        (array['vanilla', 'flex', 'smartconference'])[1 + n % 3], $2, 'bench',
        case n % 10 when 0 then array['floor:1'] when 1 then array['floor:2', 'lobby'] else '{}' end,
        now() - random() * interval '100 days'
      from generate_series(1, $3::int) as n`;
  const insertStates = `
    insert into machine_states (organization_id, machine_id, name, profile_id, gone_at, last_seen, running_since, status,
        applied_profile_id, applied_revision, agent_version)
      select organization_id, machine_id, name, profile_id, seen, seen, now() - interval '21 days',
        case when random() < 0.02 then 'reboot-needed' else 'normal' end, profile_id,
        case when random() < 0.05 then 0 else 1 end, '0.' || (1 + random() * 3)::int
      from machines, lateral (select now() - random() * interval '20 days' + length(name) * interval '0' as seen)
      where organization_id = $1
      on conflict do nothing`;
  const countMachines = `
    insert into machine_counts
      select organization_id, coalesce(profile_id, '00000000-0000-0000-0000-000000000000'), count(*)
      from machines group by 1, 2
      on conflict (organization_id, profile_id) do update set machines = excluded.machines`;

  // The rows are consistent, so triggers and foreign keys do not check each of them.
  await client.query('set session_replication_role = replica');
  await client.query(insertMachines, [organization, profile, count]);
  await client.query(insertStates, [organization]);
  const neighbors = await client.query<{ organization_id: string }>(insertOrganizations, [others]);
  for (const { organization_id } of neighbors.rows) {
    await client.query(insertMachines, [organization_id, null, count]);
    await client.query(insertStates, [organization_id]);
  }
  await client.query(countMachines);
  await client.query('vacuum analyze machines');
  await client.query('vacuum analyze machine_states');
  // Writes now, so that a measurement of reads does not include it.
  await client.query('checkpoint');
}

/**
 * `spread-machines DATA ORGANIZATION SITES PROFILE...`: gives the organization's machines these profiles in turn, the tag
 * of a site each, and every fifth one another tag.
 */
async function spreadMachines(client: Client, [organization, sites, ...profiles]: readonly string[]): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(
    `update machines m set profile_id = ($3::uuid[])[1 + n.place % cardinality($3::uuid[])],
        tags = array['site:' || n.place / 7 % $2::int] || case when n.place % 5 = 0 then array['exam'] else '{}' end
      from (select machine_id, row_number() over (order by machine_id) as place from machines where organization_id = $1) n
      where m.organization_id = $1 and m.machine_id = n.machine_id`,
    [organization, sites, profiles],
  );
  await client.query(
    `update machine_states s set profile_id = m.profile_id, applied_profile_id = m.profile_id, applied_revision = 1
      from machines m where m.organization_id = $1 and s.organization_id = $1 and s.machine_id = m.machine_id`,
    [organization],
  );
  await client.query('vacuum analyze machines');
  await client.query('vacuum analyze machine_states');
}

/** `count-writes DATA`: prints as JSON the rows written to each table, and the bytes written to the log, since the start. */
async function countWrites(client: Client): Promise<void> {
  const tables = await client.query<{ name: string; rows: string }>(
    `select schemaname || '.' || relname as name, n_tup_ins + n_tup_upd + n_tup_del as rows
      from pg_stat_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0`,
  );
  const log = await client.query<{ bytes: string }>("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as bytes");
  const rows = Object.fromEntries(tables.rows.map(({ name, rows }) => [name, Number(rows)]));
  console.log(JSON.stringify({ rows, logBytes: Number(log.rows[0]?.bytes) }));
}
