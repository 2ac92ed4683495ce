import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { mapSecrets } from '@berth/contract/profile/secrets';
import type Type from 'typebox';

/**
 * Encrypts secrets at rest: AES-256-GCM with a key derived from the server key. A sealed text is bound to a context
 * (such as the tenant) and cannot be decrypted in another.
 */
export interface Sealer {
  seal(clear: string, context: string): string;
  /** Throws if the text was changed, belongs to another context, or was sealed with another server key. */
  open(sealed: string, context: string): string;
}

const PREFIX = 'sealed:v1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Whether a text looks like the output of `seal`. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX);
}

/** Derives a key for one purpose, so that no two uses of the server key share one. */
export function deriveKey(serverKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serverKey, '', `berth ${purpose}`, 32));
}

/** A sealer under the server's key (32 bytes). */
export function createSealer(serverKey: Buffer): Sealer {
  const key = deriveKey(serverKey, 'secrets at rest');
  return {
    seal(clear, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, context) {
      if (!isSealed(sealed)) throw new Error('not a sealed text');
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64url');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** A document as stored: fields that the schema marks as secret are sealed. */
export type SealedDocument = Record<string, unknown>;

/**
 * Seals every secret of a document for its context (the tenant). Secrets that equal those in `previous` keep their
 * sealed text, so that unchanged fields look unchanged.
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

/** The document with decrypted secrets: for checking a change and for the machine, never for a reply. */
export function openSecrets(
  sealer: Sealer,
  context: string,
  schema: Type.TSchema,
  document: SealedDocument,
): Record<string, unknown> {
  const open = (sealed: string) => (sealed === '' ? '' : sealer.open(sealed, context));
  return mapSecrets(schema, document, open) as Record<string, unknown>;
}
