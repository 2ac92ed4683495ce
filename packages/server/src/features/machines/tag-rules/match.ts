import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { TAGS_MAX } from '@berth/contract/rules/names';
import type { TagConditions } from '@berth/contract/rules/tag-rules';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../db/connection.ts';
import type { Retagged } from '../fleet/store-changes.ts';

/** The first of the machines that match conditions now, lack one of the tags, and have room for them; and how many do. */
export async function findLacking(
  tx: Tx,
  organizationId: OrganizationId,
  conditions: TagConditions,
  tags: readonly string[],
  limit: number,
): Promise<{ readonly ids: readonly MachineId[]; readonly total: number }> {
  const { rows } = await sql<{ id: MachineId; total: number }>`
    ${matches(organizationId, rowOf(conditions))}
    select machine_id as id, count(*) over () as total from matches
    where not before @> ${[...tags]}::text[]
      and (select count(distinct tag) from unnest(before || ${[...tags]}::text[]) as tag) <= ${TAGS_MAX}
    order by machine_id limit ${limit}`.execute(tx);
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** The number of machines that match conditions now, and of those that lack one of the tags. */
export async function countMatching(
  tx: Tx,
  organizationId: OrganizationId,
  conditions: TagConditions,
  tags: readonly string[],
): Promise<{ readonly matching: number; readonly lacking: number }> {
  const { rows } = await sql<{ matching: number; lacking: number }>`
    ${matches(organizationId, rowOf(conditions))}
    select count(*) as matching, count(*) filter (where not before @> ${[...tags]}::text[]) as lacking
    from matches`.execute(tx);
  return rows[0] ?? { matching: 0, lacking: 0 };
}

/** A machine, and the rules that it matches. */
export interface RuledMachine extends Retagged {
  /** Their names. */
  readonly rules: readonly string[];
}

/** What the organization's rules make of the tags of these machines; without those that have the tags already. */
export async function findRuled(
  tx: Tx,
  organizationId: OrganizationId,
  among: readonly MachineId[],
): Promise<RuledMachine[]> {
  const rules = sql`select * from tag_rules where organization_id = ${organizationId}`;
  const { rows } = await sql<Omit<RuledMachine, 'after'> & { readonly sets: readonly (readonly string[])[] }>`
    ${matches(organizationId, rules, sql`and machine_id = any (${[...among]}::text[])`)}
    select machine_id as "machineId", before, json_agg(tags order by name collate natural_order, rule_id) as sets,
      json_agg(name order by name collate natural_order, rule_id) as rules
    from matches where not before @> tags group by machine_id, before order by machine_id`.execute(tx);
  return rows
    .map(({ sets, ...machine }) => ({ ...machine, after: sets.reduce(withTags, machine.before) }))
    .filter(({ before, after }) => after.length > before.length);
}

/** Adds the tags of a rule, unless that would be too many. */
function withTags(tags: readonly string[], added: readonly string[]): readonly string[] {
  const all = [...new Set([...tags, ...added])];
  return all.length > TAGS_MAX ? tags : all;
}

function rowOf({ networks = [], nameLike, modelLike }: TagConditions): RawBuilder<unknown> {
  return sql`select null::uuid as rule_id, '' as name, '{}'::text[] as tags, ${[...networks]}::text[] as networks,
    ${nameLike ?? null}::text as name_like, ${modelLike ?? null}::text as model_like`;
}

/** The pairs of machines and rules that match, as `matches`. Each side is prepared once, not for each pair. */
function matches(organizationId: OrganizationId, rules: RawBuilder<unknown>, where = sql``): RawBuilder<unknown> {
  return sql`
    with r as materialized (
      select rule_id, name, tags, networks::inet[] as networks, pattern_of(name_like) as name_like,
        pattern_of(model_like) as model_like
      from (${rules}) as given
    ), s as materialized (
      select machine_id, tags as before, lower(name) as name, lower(model) as model, address_of(ip_address) as address
      from machine_states where organization_id = ${organizationId} ${where}
    ), matches as (
      select s.machine_id, s.before, r.rule_id, r.name, r.tags from s join r
        on (cardinality(r.networks) = 0 or s.address <<= any (r.networks))
        and (r.name_like is null or s.name like r.name_like)
        and (r.model_like is null or s.model like r.model_like)
    )`;
}
