import type { Fault } from '@berth/contract/errors';
import { checkValue } from '@berth/contract/profile/check';
import { mask, unmask, unresolvedMasks } from '@berth/contract/profile/secrets';
import type Type from 'typebox';
import { compileSchema } from './schema.ts';
import { openSecrets, type SealedDocument, type Sealer, sealSecrets } from './seal.ts';

/** A kind of document that people edit as a whole: completed with defaults, secrets sealed at rest. */
export interface SettingsDocument {
  /**
   * The document to store for a person's input, in which a mask keeps the previous secret. If there are faults, nothing
   * must be stored. `context` binds the secrets.
   */
  next(
    sealer: Sealer,
    context: string,
    before: SealedDocument,
    sent: unknown,
  ): { readonly document: SealedDocument; readonly faults: readonly Fault[] };
  /** Complete, with decrypted secrets. */
  open(sealer: Sealer, context: string, document: SealedDocument): Record<string, unknown>;
  /** Complete, with masked secrets: for people. */
  mask(document: SealedDocument): Record<string, unknown>;
  /**
   * A change as the audit log records it, with masked secrets. `replacesSecret` tells that writing the earlier document
   * back would not restore all of it.
   */
  noteOf(before: SealedDocument, after: SealedDocument): { readonly before: object; readonly after: object };
}

export function settingsDocument(schema: Type.TSchema): SettingsDocument {
  const validate = compileSchema(schema);
  // An empty document means all defaults.
  const complete = (document: SealedDocument) => checkValue(schema, document, () => []).value as SealedDocument;
  const open: SettingsDocument['open'] = (sealer, context, document) =>
    openSecrets(sealer, context, schema, complete(document));

  const masked = (document: SealedDocument) => mask(schema, complete(document)) as Record<string, unknown>;
  return {
    open,
    mask: masked,
    noteOf(before, after) {
      const shown = masked(before);
      const replacesSecret = secretsOf(complete(before), shown) !== secretsOf(complete(after), masked(after));
      return { before: { ...shown, ...(replacesSecret && { replacesSecret }) }, after: masked(after) };
    },
    next(sealer, context, before, sent) {
      const candidate = unmask(schema, open(sealer, context, before), sent);
      const { value, faults } = checkValue(schema, candidate, validate);
      const all = [...faults, ...lostSecrets(schema, candidate)];
      if (all.length > 0) return { document: before, faults: all };
      return { document: sealSecrets(sealer, context, schema, value, before), faults: [] };
    },
  };
}

/** The sealed secrets of a document: the values that are masked for people. */
function secretsOf(document: unknown, shown: unknown, path = ''): string {
  if (typeof document !== 'object' || document === null)
    return document === shown ? '' : `${path} ${String(document)}\n`;
  const parts = Object.entries(document).map(([key, value]) =>
    secretsOf(value, (shown as Record<string, unknown>)[key], `${path}/${key}`),
  );
  return parts.sort().join('');
}

/** A fault for every mask without a previous secret: the person has to enter these again. */
export function lostSecrets(schema: Type.TSchema, candidate: unknown): Fault[] {
  return unresolvedMasks(schema, candidate).map((path) => ({
    path,
    rule: 'lost-secret',
    message: 'must be entered again: no saved value exists for this mask',
  }));
}
