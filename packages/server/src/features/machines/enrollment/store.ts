import type { EnrollmentCodeId, MachineId, OrganizationId, ProfileId } from '@berth/contract/ids';
import type { OpenDeployment } from '@berth/contract/limits';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../../db/columns.ts';
import type { Tx } from '../../../db/connection.ts';

const COLUMNS = columnsOf('enrolment_codes', [
  'code_id',
  'hint',
  'profile_id',
  'deployment',
  'tags',
  'uses_left',
  'expires_at',
  'created_at',
  'created_by',
]);
export type CodeRow = RowOf<typeof COLUMNS>;

export interface NewCode {
  readonly id: EnrollmentCodeId;
  readonly hash: Buffer;
  readonly hint: string;
  readonly profileId: ProfileId;
  readonly deployment: OpenDeployment;
  readonly tags: readonly string[];
  readonly uses: number;
  readonly validHours: number;
  readonly author: string;
}

export async function insertCode(tx: Tx, organizationId: OrganizationId, code: NewCode): Promise<CodeRow> {
  const { rows } = await sql<CodeRow>`
    insert into enrolment_codes
      (organization_id, code_id, code_hash, hint, profile_id, deployment, tags, uses_left, expires_at, created_by)
    values (${organizationId}, ${code.id}, ${code.hash}, ${code.hint}, ${code.profileId}, ${code.deployment},
      ${[...code.tags]}::text[], ${code.uses}, now() + make_interval(hours => ${code.validHours}::int), ${code.author})
    returning ${COLUMNS}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a code was not kept');
  return row;
}

const IS_USABLE = sql<boolean>`expires_at > now() and uses_left > 0`;

export async function countCodes(tx: Tx, organizationId: OrganizationId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from enrolment_codes where organization_id = ${organizationId} and ${IS_USABLE}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** The usable codes, newest first. */
export async function listCodes(tx: Tx, organizationId: OrganizationId): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select ${COLUMNS} from enrolment_codes
    where organization_id = ${organizationId} and ${IS_USABLE}
    order by created_at desc, code_id`.execute(tx);
  return rows;
}

/** Returns false if the code does not exist. */
export async function deleteCode(tx: Tx, organizationId: OrganizationId, id: EnrollmentCodeId): Promise<boolean> {
  const { rows } = await sql`
    delete from enrolment_codes where organization_id = ${organizationId} and code_id = ${id} returning code_id`.execute(
    tx,
  );
  return rows.length > 0;
}

export interface Enrolled {
  readonly organizationId: OrganizationId;
  readonly profileId: ProfileId;
  readonly codeId: EnrollmentCodeId;
  /** False for a machine that belongs to another organization. */
  readonly registered: boolean;
  /** Why the machine may not be the variant of its product ID; null if it may. */
  readonly refused: 'invalid-product-id' | null;
}

/** Registers a machine with a code; undefined if the code is invalid. Runs as the system. */
export async function enrollMachine(
  tx: Tx,
  machine: { readonly id: MachineId; readonly publicKey: Buffer; readonly name: string | null },
  codeHash: Buffer,
  productHash: Buffer | null,
): Promise<Enrolled | undefined> {
  const { rows } = await sql<Enrolled>`
    select organization_id as "organizationId", profile_id as "profileId", code_id as "codeId", registered, refused
    from enrol_machine(${codeHash}, ${machine.id}, ${machine.publicKey}, ${machine.name}, ${productHash}::bytea)`.execute(
    tx,
  );
  return rows[0];
}
