import type { OrganizationId } from '@berth/contract/ids';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { mask } from '@berth/contract/profile/secrets';
import { openSecrets, type SealedDocument, type Sealer, sealSecrets } from '../../../platform/seal.ts';

/** A definition with encrypted secrets, as stored. */
export type SealedDefinition = SealedDocument;

export function sealDefinition(
  sealer: Sealer,
  organizationId: OrganizationId,
  definition: unknown,
  previous?: SealedDefinition,
): SealedDefinition {
  return sealSecrets(sealer, organizationId, ProfileDefinition, definition, previous);
}

export function openDefinition(
  sealer: Sealer,
  organizationId: OrganizationId,
  definition: SealedDefinition,
): Record<string, unknown> {
  return openSecrets(sealer, organizationId, ProfileDefinition, definition);
}

/** Returns a definition as its editors see it: every secret, sealed or clear, is masked. */
export function maskDefinition(definition: Record<string, unknown>): Record<string, unknown> {
  return mask(ProfileDefinition, definition) as Record<string, unknown>;
}
