import type { MachineId } from '@berth/contract/ids';
import type { Deployment } from '@berth/contract/limits';
import type { Tx } from '../../db/connection.ts';
import { ApiError } from '../../http/api-error.ts';
import { hashCode } from '../../platform/random-code.ts';
import * as store from './store.ts';

/** What a machine is to be: a variant, a product ID, both, or whatever it is licensed for. */
export interface VariantRequest {
  readonly deployment?: Deployment | undefined;
  readonly productId?: string | undefined;
}

/** The variant that a machine becomes. Ends the call where it would be smart without its product ID. */
export async function claimVariant(tx: Tx, machineId: MachineId, request: VariantRequest): Promise<Deployment> {
  const productHash = request.productId === undefined ? undefined : hashCode(request.productId);
  const claimed = await store.claimVariant(tx, machineId, { wanted: request.deployment, productHash });
  if (claimed.refused !== null) throw refusedVariant(claimed.refused);
  return claimed.deployment;
}

const MESSAGES = {
  'product-id-required': 'Machines of this variant require a product ID from the operator of this server.',
  'invalid-product-id': 'The product ID is unknown, for another variant, or in use by another machine.',
} as const;

export function refusedVariant(code: keyof typeof MESSAGES): ApiError {
  return new ApiError(code, MESSAGES[code]);
}
