import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from '../db/connection.ts';
import { withClient } from '../db/migrate.ts';

const PACKAGE = new URL('../../', import.meta.url);
export const SCHEMA_FILE = fileURLToPath(new URL('src/db/schema.ts', PACKAGE));

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly defaulted: boolean;
  /** The condition of the check on this column alone; null without one. */
  readonly rule: string | null;
}

const COLUMNS = `
  select case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as "table",
    a.attname as "column", format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as defaulted,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as rule
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where c.relkind in ('r', 'p', 'v') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast', 'berth')
    and a.attnum > 0 and not a.attisdropped
  order by 1, 2`;

/** The types that pg and db/connection.ts return. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'double precision': 'number',
  integer: 'number',
  jsonb: 'Json',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'string',
  uuid: 'string',
  'uuid[]': 'string[]',
};

/** A column named like an ID type of the contract has that type; others are listed with their table. */
const NAMED: readonly (readonly [name: RegExp, type: string])[] = [
  [/[._]organization_id$/, 'OrganizationId'],
  [/[._](?:user|author|owner)_id$/, 'UserId'],
  [/[._]profile_id$/, 'ProfileId'],
  [/[._]machine_id$/, 'MachineId'],
  [/[._]command_id$/, 'CommandId'],
  [/[._]batch_id$/, 'BatchId'],
  [/\.code_id$/, 'EnrollmentCodeId'],
  [/\.deployment$/, 'Deployment'],
  [/\.file_id$/, 'DebugFileId'],
  [/^profile_rollouts\.layer_id$/, 'LayerId'],
  [/\.rollout_id$/, 'RolloutId'],
  [/\.schedule_id$/, 'ScheduleId'],
  [/^tag_rules\.rule_id$/, 'TagRuleId'],
  [/\.webhook_id$/, 'WebhookId'],
  [/\.delivery_id$/, 'DeliveryId'],
  [/\.view_id$/, 'MachineViewId'],
  [/^api_keys\.key_id$/, 'ApiKeyId'],
  [/^product_ids\.product_id$/, 'ProductIdId'],
  [/^commands\.type$/, 'CommandType'],
  [/^identity\.accounts\.language$/, 'Language'],
];

const HEAD = `
/**
 * Not edited by hand. The tables as types: \`npm run db:types\` writes them from the migrated database, and a test compares
 * the two, hence one long file.
 */
import type { ApiKeyId, BatchId, CommandId, DebugFileId, DeliveryId, EnrollmentCodeId, LayerId, MachineId, MachineViewId, OrganizationId, ProductIdId, ProfileId, RolloutId, ScheduleId, TagRuleId, UserId, WebhookId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { CommandType } from '@berth/contract/rules/commands';
import type { Language } from '@berth/contract/rules/languages';
import type { Generated } from 'kysely';

export type Json = boolean | number | string | null | readonly Json[] | { readonly [key: string]: Json | undefined };
`;

/** The types of all tables of a migrated database, formatted like the repository's code. */
export async function generateSchemaTypes(owner: DatabaseAddress): Promise<string> {
  const columns = await withClient(owner, async (client) => (await client.query<Column>(COLUMNS)).rows);
  const tables = Map.groupBy(columns, ({ table }) => table);
  const types = [...tables].map(
    ([table, all]) => `export interface ${typeName(table)} {\n${all.map(member).join('\n')}\n}`,
  );
  const members = [...tables.keys()].map((table) => `'${table}': ${typeName(table)};`);
  return format([HEAD, ...types, `export interface DB {\n${members.join('\n')}\n}\n`].join('\n\n'));
}

/** identity.sign_ups becomes IdentitySignUps. */
function typeName(table: string): string {
  return table.replaceAll(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase());
}

function member({ table, column, type, nullable, defaulted, rule }: Column): string {
  const plain = choices(rule) ?? NAMED.find(([name]) => name.test(`${table}.${column}`))?.[1] ?? TYPES[type];
  if (plain === undefined) throw new Error(`${table}.${column}: there is no type for ${type} in schema-types.ts yet`);
  const whole = nullable ? `${plain} | null` : plain;
  return `${column}: ${defaulted ? `Generated<${whole}>` : whole};`;
}

/** The texts that a check allows, if it is a list. */
function choices(rule: string | null): string | undefined {
  const [, list] = /^CHECK \(\(\w+ = ANY \(ARRAY\[(.*)\]\)\)\)$/.exec(rule ?? '') ?? [];
  const texts = list?.match(/'[^']*'/g);
  return texts?.join(' | ');
}

function format(source: string): string {
  const biome = fileURLToPath(new URL('../../node_modules/.bin/biome', PACKAGE));
  return execFileSync(biome, ['check', '--write', `--stdin-file-path=${SCHEMA_FILE}`], {
    input: source,
    encoding: 'utf8',
  });
}
