import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { MgmtTier } from '@berth/contract/limits';
import { GRACE_MS } from '@berth/contract/rules/billing';
import type { Role } from '@berth/contract/rules/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { ListQuery } from '../../http/filter/list-query.ts';
import type { Membership, ResolveTenant, TenantLookup } from '../../http/tenancy.ts';

export interface OrganizationRow {
  readonly organization_id: OrganizationId;
  readonly name: string;
  readonly owner_email: string;
  readonly mgmt_tier: MgmtTier;
  readonly pro_lapsed: boolean;
  readonly revision: number;
  readonly created_at: string;
  /** The caller's role. */
  readonly role: Role;
  readonly members: readonly { readonly email: string; readonly role: Role }[];
}

/** A row of the list. Of an organization that only invited the person, the database shows the name. */
export type ListedRow =
  | (OrganizationRow & { readonly invited: false })
  | (Pick<OrganizationRow, 'organization_id' | 'name'> & { readonly invited: true });

/** Creates an organization owned by the transaction's user. */
export async function insertOrganization(
  tx: Tx,
  organization: { readonly id: OrganizationId; readonly name: string; readonly email: string; readonly tier: MgmtTier },
): Promise<void> {
  const { id, name, email, tier } = organization;
  await sql`select found_organization(${id}::uuid, ${name}, ${email}, ${tier})`.execute(tx);
}

/**
 * Lists the organizations visible to the transaction, and those that invited the person's address. The rows of the
 * latter are hidden: `invitations_for` returns their names.
 */
export async function listOrganizations(
  tx: Tx,
  person: { readonly userId: UserId; readonly email: string | null },
  query: ListQuery,
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select o.organization_id, o.name, o.owner_email, o.mgmt_tier, o.pro_lapsed, o.revision, o.created_at,
      o.role, o.members, o.invited
    from (
      select mine.*, false as invited from (${organizationsOf(person.userId)}) mine
      union all
      select i.organization_id, i.name, null, null, null, null, null, null, null, true
        from invitations_for(${person.email}) i
        where i.organization_id <> all (visible_organizations())
    ) o
    where ${query.where} order by ${query.order} limit ${query.limit} offset ${query.skip}`.execute(tx);
  return rows;
}

export async function findOrganization(
  tx: Tx,
  userId: UserId,
  organizationId: OrganizationId,
): Promise<OrganizationRow | undefined> {
  const [row] = await select(tx, userId, sql`where o.organization_id = ${organizationId}`);
  return row;
}

/** Finds an organization and locks it until the transaction ends. */
export async function lockOrganization(
  tx: Tx,
  userId: UserId,
  organizationId: OrganizationId,
): Promise<OrganizationRow | undefined> {
  const [row] = await select(tx, userId, sql`where o.organization_id = ${organizationId} for update of o`);
  return row;
}

export async function renameOrganization(tx: Tx, organizationId: OrganizationId, name: string): Promise<void> {
  await tx
    .updateTable('organizations')
    .set((column) => ({ name, revision: column('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .execute();
}

/** Sets the tier of an organization. */
export async function setTier(tx: Tx, organizationId: OrganizationId, tier: MgmtTier): Promise<void> {
  await tx
    .updateTable('organizations')
    .set((column) => ({ mgmt_tier: tier, revision: column('revision', '+', 1) }))
    .where('organization_id', '=', organizationId)
    .execute();
}

async function select(tx: Tx, userId: UserId, rest: RawBuilder<unknown>): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`${organizationsOf(userId)} ${rest}`.execute(tx);
  return rows;
}

const GRACE = sql`make_interval(secs => ${sql.lit(GRACE_MS / 1_000)})`;

function organizationsOf(userId: UserId): RawBuilder<unknown> {
  return sql`
    select o.organization_id, o.name, o.owner_email, o.mgmt_tier,
      o.mgmt_tier = 'pro' and pro_lapsed(o.organization_id, ${GRACE}) as pro_lapsed, o.revision, o.created_at, mine.role,
      (select json_agg(json_build_object('email', m.email, 'role', m.role) order by m.email collate natural_order)
        from memberships m where m.organization_id = o.organization_id) as members
    from organizations o
    join memberships mine on mine.organization_id = o.organization_id and mine.user_id = ${userId}`;
}

/** Locks the tier until the transaction ends; also serializes calls that count against its limits. */
export async function lockTier(tx: Tx, organizationId: OrganizationId): Promise<MgmtTier> {
  const row = await tx
    .selectFrom('organizations')
    .select('mgmt_tier')
    .where('organization_id', '=', organizationId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return row.mgmt_tier;
}

export async function findTier(tx: Tx, organizationId: OrganizationId): Promise<MgmtTier> {
  const row = await tx
    .selectFrom('organizations')
    .select('mgmt_tier')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return row.mgmt_tier;
}

/**
 * Finds the organization of a call among the caller's memberships, and limits the transaction to it: IDs of other
 * organizations look like IDs that do not exist.
 */
export const resolveTenant: ResolveTenant = async (tx, lookup) => {
  const { rows } = await sql<Membership & { entered: string }>`
    select m.organization_id as "organizationId", m.role,
      set_config('berth.organization_id', m.organization_id::text, true) as entered
    from memberships m where m.user_id = ${lookup.userId} and ${belongs(lookup)}`.execute(tx);
  return rows[0];
};

function belongs({ kind, id }: TenantLookup) {
  switch (kind) {
    case 'organization':
      return sql`m.organization_id = ${id}::uuid`;
    case 'profile':
      return sql`exists (select 1 from profiles p where p.organization_id = m.organization_id and p.profile_id = ${id}::uuid)`;
    case 'machine':
      return sql`exists (select 1 from machines c where c.organization_id = m.organization_id and c.machine_id = ${id})`;
  }
}
