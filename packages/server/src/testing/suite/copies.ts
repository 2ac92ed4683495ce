import { randomBytes, randomUUID } from 'node:crypto';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import type { Client } from 'pg';
import { withClient } from '../../db/migrate.ts';
import type { TestServer } from '../server.ts';
import type { World } from './samples.ts';

const TABLES = `
  select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns
  from information_schema.columns
  where table_schema = 'public' and is_generated = 'NEVER' and table_name in (
    select table_name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id')
    and table_name in (select tablename from pg_tables where schemaname = 'public')
  group by 1`;

const RENAMED = `
  create function pg_temp.renamed(content text, olds text[], news text[]) returns jsonb language plpgsql as $$
  begin
    for position in 1 .. array_length(olds, 1) loop
      content := replace(content, olds[position], news[position]);
    end loop;
    return content::jsonb;
  end $$`;

/**
 * Copies a world to new organizations with the same people. One statement per table makes all copies, because creating
 * a world through the API takes much longer than the tested call.
 */
export async function copyWorlds(server: TestServer, world: World, count: number): Promise<World[]> {
  const copies = Array.from({ length: count }, () => ({
    ...world,
    organizationId: randomUUID() as OrganizationId,
    profileId: randomUUID() as ProfileId,
    machine: { ...world.machine, id: randomBytes(16).toString('hex') as World['machine']['id'] },
    ...idsFor(randomUUID()),
    commandId: randomUUID(),
    batchId: randomUUID(),
  }));
  await withClient(server.database.owner, async (client) => {
    // Triggers would count the copied rows a second time.
    await client.query('begin; set local session_replication_role = replica');
    await client.query(RENAMED);
    await client.query('create temporary table copies (news text[]) on commit drop');
    await client.query(
      'insert into copies select array(select jsonb_array_elements_text(each)) from jsonb_array_elements($1) each',
      [JSON.stringify(copies.map(namesOf))],
    );
    await copyRows(client, world);
    await client.query('commit');
    // Otherwise the planner takes the tables to be as small as before, and calls read them whole.
    await client.query('analyze');
  });
  return copies;
}

/** IDs and addresses of a world, derived from one ID. */
export function idsFor(id: string) {
  return {
    memberEmail: `member-${id}@example.org`,
    invitedEmail: `invited-${id}@example.org`,
    codeId: id,
    keyId: id,
    webhookId: id,
    deliveryId: id,
    rolloutId: id,
    scheduleId: id,
    viewId: id,
    layerId: id,
    ruleId: id,
  };
}

/** Column values that differ between copies. */
function namesOf({ organizationId, profileId, machine, codeId, commandId, batchId }: World): string[] {
  return [organizationId, profileId, machine.id, codeId, commandId, batchId, Buffer.from(codeId).toString('hex')];
}

async function copyRows(client: Client, world: World): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(TABLES);
  for (const { name, columns } of tables) {
    // An owner's organizations have unique names.
    const row = name === 'organizations' ? `to_jsonb(t) || jsonb_build_object('name', news[1])` : 'to_jsonb(t)';
    await client.query(
      `insert into ${name} (${columns})
        select ${columns} from (
          select (jsonb_populate_record(null::${name}, pg_temp.renamed((${row})::text, $1, news))).*
          from ${name} t cross join copies where t.organization_id = $2) copied`,
      [namesOf(world), world.organizationId],
    );
  }
}
