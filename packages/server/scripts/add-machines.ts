import { json } from 'node:stream/consumers';
import { withClient } from '../src/db/migrate.ts';
import { embeddedOwner } from './embedded-owner.ts';

/**
 * Registers machines whose ids are known in the embedded database of a running server, for benchmarks that connect them:
 * `node scripts/add-machines.ts DATA ORGANIZATION PROFILE`, with a JSON list of {id, name} on standard input.
 */
const [folder = '', organization = '', profile = ''] = process.argv.slice(2);
const machines = JSON.stringify(await json(process.stdin));

await withClient(embeddedOwner(folder), async (client) => {
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
  // The gateway reads the key from the machine's own token, whose hash is the id.
  await client.query(
    `insert into machine_directory (machine_id, organization_id, public_key) select id, $1::uuid, '' ${given}`,
    [organization, machines],
  );
  await client.query('vacuum analyze machines, machine_states, machine_directory');
});
