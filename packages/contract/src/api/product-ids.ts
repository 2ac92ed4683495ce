import Type from 'typebox';
import type { ErrorCode } from '../errors.ts';
import { MachineIdSchema, ProductIdIdSchema } from '../ids.ts';
import { LICENSED_DEPLOYMENTS, LIST_LIMIT_MAX } from '../limits.ts';
import { PRODUCT_CODE } from '../rules/text.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable, Skip } from './parts.ts';

export const ProductCode = Type.String(PRODUCT_CODE);
export const PRODUCT_IDS_ISSUED_MAX = 500;
export const PRODUCT_NOTE_MAX = 128;

/** The license of one smart-series machine: issued by a platform administrator, bound to one machine's key. */
export const ProductId = closed({
  id: ProductIdIdSchema,
  /** Its last characters; shown in full only once. Empty for a machine that was smart before product IDs. */
  hint: Type.String(),
  deployment: Type.Enum([...LICENSED_DEPLOYMENTS]),
  /** The issuer's note, such as an order number. */
  note: Type.String(),
  createdAt: Instant,
  createdBy: Type.String(),
  /** The machine that first used it with its key; null while unused. */
  machineId: nullable(MachineIdSchema),
  boundAt: nullable(Instant),
});
export type ProductId = Type.Static<typeof ProductId>;

/** Platform administrators belong to no tenant: the handler checks their token. */
export const issueProductIds = endpoint('POST /platform/product-ids', {
  id: 'productIds.issue',
  summary: 'Issue product IDs for a smart variant; each is shown only once. Requires a platform administrator',
  body: closed({
    deployment: Type.Enum([...LICENSED_DEPLOYMENTS]),
    count: Type.Integer({ minimum: 1, maximum: PRODUCT_IDS_ISSUED_MAX }),
    note: Type.Optional(Type.String({ maxLength: PRODUCT_NOTE_MAX, pattern: '^[^\\x00-\\x1f\\x7f]*$' })),
  }),
  reply: Type.Array(closed({ ...ProductId.properties, productId: Type.String() })),
  status: 201,
  errors: ['forbidden'],
});

/** Why a machine cannot become the requested variant. */
export const PRODUCT_ID_ERRORS = ['product-id-required', 'invalid-product-id'] as const satisfies readonly ErrorCode[];
export type ProductIdError = (typeof PRODUCT_ID_ERRORS)[number];

export const listProductIds = endpoint('GET /platform/product-ids', {
  id: 'productIds.list',
  summary: 'List product IDs, newest first, or those of a machine. Requires a platform administrator',
  query: closed({
    machineId: Type.Optional(MachineIdSchema),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: LIST_LIMIT_MAX })),
    skip: Type.Optional(Skip),
  }),
  reply: Type.Array(ProductId),
  errors: ['forbidden'],
});

export const withdrawProductId = endpoint('DELETE /platform/product-ids/{id}', {
  id: 'productIds.withdraw',
  summary: 'Revoke a product ID; the machine it is bound to becomes vanilla. Requires a platform administrator',
  params: { id: ProductIdIdSchema },
  errors: ['forbidden', 'not-found'],
});
