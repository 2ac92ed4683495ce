import type { QueryOf } from '@berth/contract/api/endpoint';
import type { listProductIds as listProductIdsCall, ProductIdError } from '@berth/contract/api/product-ids';
import type { MachineId, OrganizationId, ProductIdId } from '@berth/contract/ids';
import { type Deployment, LIST_LIMIT_MAX, type LicensedDeployment } from '@berth/contract/limits';
import { sql } from 'kysely';
import { columnsOf, type RowOf } from '../../db/columns.ts';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import { hashCode } from '../../platform/random-code.ts';

const COLUMNS = columnsOf('product_ids', [
  'product_id',
  'hint',
  'deployment',
  'note',
  'created_at',
  'created_by',
  'machine_id',
  'bound_at',
]);
export type ProductIdRow = RowOf<typeof COLUMNS, { readonly deployment: LicensedDeployment }>;

export interface NewProductId {
  readonly id: ProductIdId;
  readonly hash: Buffer;
  readonly hint: string;
}

/** Inserts product IDs. Runs as the system, like the next two: product IDs belong to no tenant. */
export async function insertProductIds(
  tx: Tx,
  issued: readonly NewProductId[],
  about: { readonly deployment: LicensedDeployment; readonly note: string; readonly author: string },
): Promise<ProductIdRow[]> {
  const { rows } = await sql<ProductIdRow>`
    insert into product_ids (product_id, code_hash, hint, deployment, note, created_by)
      select id, hash, hint, ${about.deployment}, ${about.note}, ${about.author}
      from unnest(${issued.map(({ id }) => id)}::uuid[], ${issued.map(({ hash }) => hash)}::bytea[],
        ${issued.map(({ hint }) => hint)}::text[]) as n (id, hash, hint)
      returning ${COLUMNS}`.execute(tx);
  return rows;
}

/** Lists product IDs, newest first; with `machineId` only those of one machine. */
export async function listProductIds(
  tx: Tx,
  { machineId, limit = LIST_LIMIT_MAX, skip = 0 }: QueryOf<typeof listProductIdsCall>,
): Promise<ProductIdRow[]> {
  const { rows } = await sql<ProductIdRow>`
    select ${COLUMNS} from product_ids where ${machineId ?? null}::text is null or machine_id = ${machineId ?? null}
    order by created_at desc, product_id limit ${limit} offset ${skip}`.execute(tx);
  return rows;
}

export interface Withdrawn {
  readonly deployment: LicensedDeployment;
  readonly machineId: MachineId | null;
  /** The organization of the machine that became vanilla; null: none. */
  readonly organizationId: OrganizationId | null;
}

/** Deletes a product ID and resets the variant of its machine; undefined if there is none. */
export async function withdrawProductId(tx: Tx, id: ProductIdId): Promise<Withdrawn | undefined> {
  const { rows } = await sql<Withdrawn>`
    select deployment, machine_id as "machineId", organization_id as "organizationId"
    from withdraw_product_id(${id})`.execute(tx);
  return rows[0];
}

type ClaimedVariant =
  | { readonly deployment: Deployment; readonly refused: null }
  | { readonly deployment: null; readonly refused: ProductIdError };

/** What a machine asks to be: a variant, a product ID, both, or neither: then the variant it is licensed for. */
export interface VariantRequest {
  readonly deployment?: Deployment | undefined;
  readonly productId?: string | undefined;
}

/**
 * Returns the variant that a machine gets, and binds its product ID to it. Throws if the machine may not have the
 * variant it asks for.
 */
export async function claimVariant(
  tx: Tx,
  machineId: MachineId,
  { deployment, productId }: VariantRequest,
): Promise<Deployment> {
  const productHash = productId === undefined ? null : hashCode(productId);
  const { rows } = await sql<ClaimedVariant>`
    select deployment, refused
    from claim_variant(${machineId}, ${deployment ?? null}::text, ${productHash}::bytea)`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('claim_variant returned no row');
  if (row.refused !== null) throw refusedVariant(row.refused);
  return row.deployment;
}

const MESSAGES = {
  'product-id-required': 'Machines of this variant require a product ID from the operator of this server.',
  'invalid-product-id': 'The product ID is unknown, for another variant, or in use by another machine.',
} as const;

export function refusedVariant(code: keyof typeof MESSAGES): ApiError {
  return new ApiError(code, MESSAGES[code]);
}
