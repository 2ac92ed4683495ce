import type { OrganizationId, TagRuleId } from '@berth/contract/ids';
import { type RawBuilder, sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { Tx } from '../../../db/connection.ts';

export interface TagRuleKey {
  readonly organizationId: OrganizationId;
  readonly ruleId: TagRuleId;
}

const COLUMNS = columnsOf('tag_rules', [
  'rule_id',
  'name',
  'networks',
  'name_like',
  'model_like',
  'tags',
  'revision',
  'author',
  'created_at',
]);
export type TagRuleRow = RowOf<typeof COLUMNS>;

/** What a person sets. */
export type TagRuleSettings = Pick<TagRuleRow, 'name' | 'networks' | 'name_like' | 'model_like' | 'tags'>;

export async function listTagRules(tx: Tx, organizationId: OrganizationId): Promise<TagRuleRow[]> {
  return select(tx, organizationId, sql`true order by name collate natural_order, rule_id`);
}

/** Finds a rule and locks it until the transaction ends. */
export async function lockTagRule(tx: Tx, { organizationId, ruleId }: TagRuleKey): Promise<TagRuleRow | undefined> {
  return (await select(tx, organizationId, sql`rule_id = ${ruleId} for update`))[0];
}

export async function insertTagRule(
  tx: Tx,
  { organizationId, ruleId }: TagRuleKey,
  settings: TagRuleSettings,
  author: string,
): Promise<void> {
  const row = { organization_id: organizationId, rule_id: ruleId, author, ...settings };
  await tx.insertInto('tag_rules').values(row).execute();
}

export async function updateTagRule(
  tx: Tx,
  { organizationId, ruleId }: TagRuleKey,
  settings: TagRuleSettings,
): Promise<void> {
  await tx
    .updateTable('tag_rules')
    .set((column) => ({ ...settings, revision: column('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .where('rule_id', '=', ruleId)
    .execute();
}

export async function deleteTagRule(tx: Tx, { organizationId, ruleId }: TagRuleKey): Promise<void> {
  await tx
    .deleteFrom('tag_rules')
    .where('organization_id', '=', organizationId)
    .where('rule_id', '=', ruleId)
    .execute();
}

async function select(tx: Tx, organizationId: OrganizationId, rest: RawBuilder<unknown>): Promise<TagRuleRow[]> {
  const { rows } = await sql<TagRuleRow>`
    select ${COLUMNS} from tag_rules where organization_id = ${organizationId} and ${rest}`.execute(tx);
  return rows;
}
