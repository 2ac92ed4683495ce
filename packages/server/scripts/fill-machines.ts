import { join } from 'node:path';
import { OWNER } from '../src/db/embedded/cluster.ts';
import { readPostmasterFile } from '../src/db/embedded/postmaster-file.ts';
import { withClient } from '../src/db/migrate.ts';
import { rolePassword } from '../src/db/roles.ts';
import { installationSecret } from '../src/platform/data-folder.ts';

/**
 * Puts machines that no agent stands behind into the embedded database of a running server, for benchmarks:
 * `node scripts/fill-machines.ts DATA ORGANIZATION PROFILE COUNT`.
 */
const [folder = '', organization, profile, count] = process.argv.slice(2);
const running = readPostmasterFile(join(folder, 'postgres'));
if (!running?.ready) throw new Error(`No database is running in ${folder}`);
const owner = {
  host: running.socketFolder,
  port: running.port,
  user: OWNER,
  password: rolePassword(installationSecret(folder), OWNER),
  database: 'postgres',
};

const MACHINES = `
  insert into machines (organization_id, machine_id, name, deployment, profile_id, registered_by, tags)
    select $1, md5(n::text), (array['Crane', 'Pier', 'Lobby', 'Depot', 'Gate'])[1 + n % 5] || ' ' || lpad(n::text, 6, '0'),
      (array['vanilla', 'flex', 'smartconference'])[1 + n % 3], $2, 'bench',
      case n % 10 when 0 then array['floor:1'] when 1 then array['floor:2', 'quay'] else '{}' end
    from generate_series(1, $3::int) as n`;
const STATES = `
  insert into machine_states (organization_id, machine_id, last_seen, running_since, status, applied_profile_id,
      applied_revision, agent_version)
    select organization_id, machine_id, now() - random() * interval '20 days', now() - interval '21 days',
      case when random() < 0.02 then 'reboot-needed' else 'normal' end, profile_id, 1, '0.' || (1 + random() * 3)::int
    from machines where organization_id = $1
    on conflict do nothing`;

await withClient(owner, async (client) => {
  await client.query(MACHINES, [organization, profile, count]);
  await client.query(STATES, [organization]);
  await client.query('vacuum analyze machines');
  await client.query('vacuum analyze machine_states');
});
