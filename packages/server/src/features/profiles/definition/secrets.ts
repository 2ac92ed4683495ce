import type { OrganizationId } from '@berth/contract/ids';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { mapSecrets } from '@berth/contract/profile/secrets';
import type { Sealer } from '../../../platform/seal.ts';

/** A definition as it is stored: its secrets are sealed texts. */
export type SealedDefinition = Record<string, unknown>;

/**
 * Seals every secret for its organisation. A secret that `previous` holds at the same place keeps its sealed text, so
 * that what did not change does not look changed.
 */
export function sealDefinition(
  sealer: Sealer,
  organizationId: OrganizationId,
  definition: Record<string, unknown>,
  previous?: SealedDefinition,
): SealedDefinition {
  const known = new Map<string, { clear: string; sealed: string }>();
  if (previous) {
    mapSecrets(ProfileDefinition, previous, (sealed, pointer) => {
      if (sealed !== '') known.set(pointer, { sealed, clear: sealer.open(sealed, organizationId) });
      return sealed;
    });
  }
  return mapSecrets(ProfileDefinition, definition, (clear, pointer) => {
    if (clear === '') return '';
    const before = known.get(pointer);
    return before?.clear === clear ? before.sealed : sealer.seal(clear, organizationId);
  }) as SealedDefinition;
}

/** The definition with its secrets in clear: for checking a change and for the machine, never for a reply. */
export function openDefinition(
  sealer: Sealer,
  organizationId: OrganizationId,
  definition: SealedDefinition,
): Record<string, unknown> {
  return mapSecrets(ProfileDefinition, definition, (sealed) =>
    sealed === '' ? '' : sealer.open(sealed, organizationId),
  ) as Record<string, unknown>;
}
