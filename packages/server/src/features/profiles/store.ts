import type { OrganizationId, UserId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Profiles } from '../../db/schema.ts';
import type { ProfileKey } from '../../gateway/ports.ts';
import type { ListQuery } from '../../http/filter/list-query.ts';
import type { SealedDefinition } from './definition/secrets.ts';

const COLUMNS = [
  'organization_id',
  'profile_id',
  'name',
  'deployment',
  'revision',
  'created_at',
  'updated_at',
  'updated_by',
] as const;
export type ProfileRow = Pick<Selectable<Profiles>, (typeof COLUMNS)[number]>;

/** The author of a change, and their note. */
export interface Authorship {
  readonly authorId: UserId;
  readonly author: string;
  readonly note: string | null;
}

export async function countProfiles(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { count } = await tx
    .selectFrom('profiles')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Inserts a profile; `addRevision` writes its revision 1. */
export async function insertProfile(
  tx: Tx,
  { organizationId, profileId }: ProfileKey,
  profile: { readonly name: string; readonly deployment: Deployment; readonly author: string },
): Promise<ProfileRow> {
  const { name, deployment, author } = profile;
  return tx
    .insertInto('profiles')
    .values({
      organization_id: organizationId,
      profile_id: profileId,
      name,
      deployment,
      revision: 1,
      updated_by: author,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Lists the profiles visible to the transaction, optionally of one organization. */
export async function listProfiles(
  tx: Tx,
  organizationId: OrganizationId | undefined,
  { where, order, limit, skip }: ListQuery,
): Promise<ProfileRow[]> {
  const seen = tx.selectFrom('profiles as p').select(COLUMNS);
  const scoped = organizationId ? seen.where('organization_id', '=', organizationId) : seen;
  return scoped.where(where).orderBy(order).limit(limit).offset(skip).execute();
}

export async function findProfile(tx: Tx, key: ProfileKey): Promise<ProfileRow | undefined> {
  return byKey(tx, key).executeTakeFirst();
}

/** Finds a profile and locks it until the transaction ends, so that no concurrent change is lost. */
export async function lockProfile(tx: Tx, key: ProfileKey): Promise<ProfileRow | undefined> {
  return byKey(tx, key).forUpdate().executeTakeFirst();
}

/** Points the profile at its next revision. */
export async function advanceProfile(
  tx: Tx,
  { organizationId, profileId }: ProfileKey,
  change: { readonly name: string; readonly author: string },
): Promise<ProfileRow> {
  return tx
    .updateTable('profiles')
    .set((column) => ({
      name: change.name,
      revision: column('revision', '+', 1),
      updated_at: sql<string>`now()`,
      updated_by: change.author,
    }))
    .where('organization_id', '=', organizationId)
    .where('profile_id', '=', profileId)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Stores the profile's current revision. */
export async function addRevision(
  tx: Tx,
  profile: ProfileRow,
  definition: SealedDefinition,
  { authorId, author, note }: Authorship,
): Promise<void> {
  await sql`
    insert into profile_revisions
      (organization_id, profile_id, revision, name, definition, author_id, author, note, created_at)
    values (${profile.organization_id}, ${profile.profile_id}, ${profile.revision}, ${profile.name},
      ${JSON.stringify(definition)}::jsonb, ${authorId}, ${author}, ${note}, ${profile.updated_at})`.execute(tx);
}

/** Whether another profile of the organization has the name, in any case. */
export async function isNameTaken(tx: Tx, { organizationId, profileId }: ProfileKey, name: string): Promise<boolean> {
  const other = await tx
    .selectFrom('profiles')
    .select('profile_id')
    .where('organization_id', '=', organizationId)
    .where('profile_id', '!=', profileId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether a machine has the profile. */
export async function isInUse(tx: Tx, { organizationId, profileId }: ProfileKey): Promise<boolean> {
  const machine = await tx
    .selectFrom('machines')
    .select('machine_id')
    .where('organization_id', '=', organizationId)
    .where('profile_id', '=', profileId)
    .limit(1)
    .executeTakeFirst();
  return machine !== undefined;
}

export async function deleteProfile(tx: Tx, { organizationId, profileId }: ProfileKey): Promise<void> {
  await tx
    .deleteFrom('profiles')
    .where('organization_id', '=', organizationId)
    .where('profile_id', '=', profileId)
    .execute();
}

function byKey(tx: Tx, { organizationId, profileId }: ProfileKey) {
  return tx
    .selectFrom('profiles')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('profile_id', '=', profileId);
}
