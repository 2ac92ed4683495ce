import type { Selectable } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { ProfileRevisions } from '../../db/schema.ts';
import type { ProfileKey } from '../../gateway/ports.ts';
import type { SealedDefinition } from './definition/secrets.ts';

type Row = Selectable<ProfileRevisions>;
export type RevisionRow = Pick<Row, 'revision' | 'author' | 'created_at' | 'note'>;
export type FullRevisionRow = RevisionRow & Pick<Row, 'name'> & { readonly definition: SealedDefinition };

/** Lists revisions without definitions, newest first, optionally only those below `before`. */
export async function listRevisions(
  tx: Tx,
  { organizationId, profileId }: ProfileKey,
  page: { readonly limit: number; readonly before: number | undefined },
): Promise<RevisionRow[]> {
  return tx
    .selectFrom('profile_revisions')
    .select(['revision', 'author', 'created_at', 'note'])
    .where('organization_id', '=', organizationId)
    .where('profile_id', '=', profileId)
    .$if(page.before !== undefined, (query) => query.where('revision', '<', page.before ?? 0))
    .orderBy('revision', 'desc')
    .limit(page.limit)
    .execute();
}

/** One revision with its definition, secrets sealed. */
export async function findRevision(
  tx: Tx,
  { organizationId, profileId }: ProfileKey,
  revision: number,
): Promise<FullRevisionRow | undefined> {
  const row = await tx
    .selectFrom('profile_revisions')
    .select(['revision', 'author', 'created_at', 'note', 'name', 'definition'])
    .where('organization_id', '=', organizationId)
    .where('profile_id', '=', profileId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  return row && { ...row, definition: row.definition as SealedDefinition };
}
