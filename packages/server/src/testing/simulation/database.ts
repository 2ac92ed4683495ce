import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { OWNER } from '../../db/embedded/cluster.ts';
import { startEmbedded } from '../../db/embedded/embedded.ts';
import { migrate, withClient } from '../../db/migrate.ts';
import { roleAddresses } from '../../db/roles.ts';
import { createLogger } from '../../platform/logger.ts';
import { type NodeDatabase, openNodeDatabase, openSession, Sessions } from './sessions.ts';
import { type SimulatedTime, Statements } from './statements.ts';

const SESSIONS = { app: 12, system: 6 };

/** A real database whose `now()` is the simulation's. */
export interface SimulationDatabase {
  /** The same in every process, so that a seed repeats alone. */
  readonly secret: Buffer;
  /** Makes `reset` keep everything, until the first `keep`. */
  prepare(): Promise<void>;
  /** Keeps the present content: `reset` returns to it. */
  keep(): Promise<void>;
  /** Back to the kept content, for a run with this time. */
  reset(time: SimulatedTime): Promise<OpenDatabase>;
  /** Queries as the owner of all tables, whom no policy limits. */
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
}

export type { SimulatedTime } from './statements.ts';

export interface OpenDatabase {
  openFor(node: object): NodeDatabase;
}

/** Starts it in a temporary folder; it ends with this process. */
export async function startSimulationDatabase(): Promise<SimulationDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-simulation-'));
  const secret = createHash('sha256').update('simulation').digest();
  const [ownerPassword, logger] = [randomBytes(32).toString('base64url'), createLogger('error')];
  const server = await startEmbedded({ folder, ownerPassword, logger, diesWithUs: true, volatile: true });
  const owner = { host: server.host, port: server.port, user: OWNER, password: ownerPassword, database: 'postgres' };
  await migrate(owner, secret);
  await withClient(owner, async (client) => {
    await client.query('alter system set autovacuum = off');
    // Deadlocks are found by Statements.
    await client.query("alter system set deadlock_timeout = '1h'");
    await client.query('select pg_reload_conf()');
    await client.query(SIMULATED_TIME);
  });
  const addresses = roleAddresses(owner, secret);
  const open = (role: 'app' | 'system') =>
    Promise.all(Array.from({ length: SESSIONS[role] }, () => openSession(addresses[role])));
  const [app, system, own] = [await open('app'), await open('system'), await openSession(owner)];
  const all = [...app, ...system];
  return {
    secret,
    keep: () => keepContent(own.client),
    prepare: async () => void (await own.client.query(NO_RESET)),
    async reset(time) {
      for (const session of all) {
        if (session.isInTransaction) await session.client.query('rollback');
        session.isInTransaction = false;
        await session.client.query('discard all');
      }
      await own.client.query('select simulation.reset()');
      const sessions = { app: new Sessions(app), system: new Sessions(system) };
      const statements = new Statements(time, own.client);
      return { openFor: (node) => openNodeDatabase({ time, statements, sessions }, node) };
    },
    rows: async (sql, values = []) => (await own.client.query(sql, [...values])).rows,
    stop: async () => {
      await Promise.all([...all, own].map(({ client }) => client.end()));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Functions that hide PostgreSQL's own clock: they come first in the search path of sessions and of stored functions,
 * and take the place of `now()` in columns' defaults.
 */
const SIMULATED_TIME = `
create schema simulation;
create function simulation.now() returns timestamptz language sql stable parallel safe as
  $$ select pg_catalog.current_setting('simulation.now')::timestamptz $$;
create function simulation.clock_timestamp() returns timestamptz language sql stable parallel safe as
  $$ select pg_catalog.current_setting('simulation.now')::timestamptz $$;
grant usage on schema simulation to public;
do $$
declare each record;
begin
  for each in
    select d.adrelid::regclass as place, a.attname as field,
      replace(pg_get_expr(d.adbin, d.adrelid), 'now()', 'simulation.now()') as expression
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where pg_get_expr(d.adbin, d.adrelid) ~ '\\mnow\\(\\)' and a.attgenerated = ''
  loop
    execute format('alter table %s alter column %I set default %s', each.place, each.field, each.expression);
  end loop;
  for each in select oid::regprocedure as name from pg_proc where array_to_string(proconfig, ' ') ~ 'search_path' loop
    execute format('alter function %s set search_path = simulation, pg_catalog, public, pg_temp', each.name);
  end loop;
  if exists (select from pg_policies where coalesce(qual, '') || coalesce(with_check, '') ~ '\\mnow\\(\\)') then
    raise exception 'A policy reads the real clock.';
  end if;
end $$;
`;

const NO_RESET = 'create or replace function simulation.reset() returns void language sql as $$ select null::void $$';

/** Copies every table that has rows, and makes the function that returns to the copies. */
async function keepContent(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string }>(TABLES);
  await client.query('create schema kept');
  const kept: string[] = [];
  for (const [index, { name, columns }] of rows.entries()) {
    const copy = `kept.t${index}`;
    await client.query(`create table ${copy} as select ${columns} from ${name}`);
    const filled = await client.query(`select exists (select from ${copy}) as is_filled`);
    if (filled.rows[0].is_filled) {
      kept.push(`insert into ${name} (${columns}) overriding system value select ${columns} from ${copy};`);
    }
  }
  const probes = rows.map(({ name }) => `select '${name}' as place where exists (select from ${name})`);
  await client.query(`
    create or replace function simulation.reset() returns void language plpgsql as $reset$
    declare places text;
    begin
      set local session_replication_role = replica;
      select string_agg(place, ', ') into places from (${probes.join(' union all ')}) as filled;
      execute 'truncate ' || places || ' restart identity cascade';
      ${kept.join('\n')}
    end $reset$`);
}

const TABLES = `
select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'simulation', 'berth')
group by c.oid order by c.oid`;
