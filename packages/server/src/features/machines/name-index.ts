import type { OrganizationId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { closedPattern } from '../../http/filter/compile.ts';
import type { Condition } from '../../http/filter/grammar.ts';
import type { ListQuery } from '../../http/filter/list-query.ts';

/** Conditions that an index supports: a name pattern, or the start of an ID. */
interface IndexKeys {
  readonly names: readonly string[];
  readonly ids: readonly string[];
}

/** With more matches than this, reading the names in order is as fast. */
const MOST = 1_000;
/** Each pattern is a separate index scan. */
const PATTERNS_MAX = 4;
const HEX = /^[0-9a-f]{1,32}$/;

/** A superset of the matching machines, if an index finds few enough (find_machines). */
export async function findByIndex(
  tx: Tx,
  organizationId: OrganizationId,
  { asked }: ListQuery,
): Promise<readonly string[] | undefined> {
  const keys = indexKeysOf(asked.condition);
  if (!keys || keys.names.length > PATTERNS_MAX) return undefined;
  const { rows } = await sql<{ ids: string[] | null }>`
    select find_machines(${organizationId}, ${[...keys.names]}, ${[...keys.ids]}, ${MOST}) as ids`.execute(tx);
  return rows[0]?.ids ?? undefined;
}

function indexKeysOf(condition: Condition): IndexKeys | undefined {
  if ('all' in condition) {
    // One of the conditions suffices for a superset.
    for (const part of condition.all) {
      const keys = indexKeysOf(part);
      if (keys) return keys;
    }
    return undefined;
  }
  if ('any' in condition) {
    const parts = condition.any.map(indexKeysOf).filter((keys) => keys !== undefined);
    if (parts.length < condition.any.length) return undefined;
    return { names: parts.flatMap(({ names }) => names), ids: parts.flatMap(({ ids }) => ids) };
  }
  if (!('value' in condition)) return undefined;
  const { field, operator, value } = condition;
  if ((field === 'name' || field === 'search') && operator === 'ilike')
    return { names: [closedPattern(String(value))], ids: [] };
  if (field !== 'id' || (operator !== 'ilike' && operator !== 'like')) return undefined;
  const [, start] = /^([^%_\\]+)%$/.exec(String(value)) ?? [];
  if (start === undefined) return undefined;
  // IDs are lower-case hexadecimal.
  const digits = operator === 'ilike' ? start.toLowerCase() : start;
  return { names: [], ids: HEX.test(digits) ? [digits] : [] };
}

/** The profile ID that machines without a profile are counted and sorted under. */
export const NO_PROFILE = sql`'00000000-0000-0000-0000-000000000000'::uuid`;

/** The number of an organization's machines, which the database maintains (machine_counts). */
export async function countOf(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { rows } = await sql<{ machines: number }>`
    select coalesce(sum(machines), 0)::bigint as machines from machine_counts
    where organization_id = ${organizationId}`.execute(tx);
  return rows[0]?.machines ?? 0;
}

/** The number of machines of each profile, by profile name; machines without a profile come last. */
export async function sizesByName(
  tx: Tx,
  organizationId: OrganizationId,
  direction: RawBuilder<unknown>,
): Promise<readonly { readonly profile_id: string; readonly machines: number }[]> {
  const { rows } = await sql<{ profile_id: string; machines: number }>`
    select n.profile_id, n.machines from machine_counts n
    left join profiles p on p.organization_id = n.organization_id and p.profile_id = n.profile_id
    where n.organization_id = ${organizationId} and n.machines > 0
    order by p.name collate natural_order ${direction} nulls last`.execute(tx);
  return rows;
}
