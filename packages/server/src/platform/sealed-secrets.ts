import { mapSecrets } from '@berth/contract/profile/secrets';
import type Type from 'typebox';
import type { Sealer } from './seal.ts';

/** A document as it is stored: what its schema calls a secret is a sealed text. */
export type SealedDocument = Record<string, unknown>;

/**
 * Seals every secret of a document for its context (the tenant). A secret that `previous` holds at the same place keeps
 * its sealed text, so that what did not change does not look changed.
 */
export function sealSecrets(
  sealer: Sealer,
  context: string,
  schema: Type.TSchema,
  document: unknown,
  previous?: SealedDocument,
): SealedDocument {
  const known = new Map<string, { readonly clear: string; readonly sealed: string }>();
  mapSecrets(schema, previous, (sealed, pointer) => {
    if (sealed !== '') known.set(pointer, { sealed, clear: sealer.open(sealed, context) });
    return sealed;
  });
  return mapSecrets(schema, document, (clear, pointer) => {
    if (clear === '') return '';
    const before = known.get(pointer);
    return before?.clear === clear ? before.sealed : sealer.seal(clear, context);
  }) as SealedDocument;
}

/** The document with its secrets in clear: for checking a change and for the machine, never for a reply. */
export function openSecrets(
  sealer: Sealer,
  context: string,
  schema: Type.TSchema,
  document: SealedDocument,
): Record<string, unknown> {
  const open = (sealed: string) => (sealed === '' ? '' : sealer.open(sealed, context));
  return mapSecrets(schema, document, open) as Record<string, unknown>;
}
