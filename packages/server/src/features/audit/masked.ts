import { mapSecrets, SECRET_MASK } from '@berth/contract/profile/secrets';
import type Type from 'typebox';

/** Longest JSON text that an entry keeps: beyond it the log would hold what is kept elsewhere anyway. */
const LENGTH_MAX = 16_384;

/** Names of fields whose text is a secret even where no schema says so. */
const SECRET_NAMES =
  /pass(?:word|phrase|wd)?$|_pass$|secret|token|credential|private|psk|otp|^code$|^productId$|recovery/i;

/** What may be written down of a value: without secrets, by its schema and by the names of its fields. */
export function masked(schema: Type.TSchema | undefined, value: unknown): unknown {
  const known = schema ? mapSecrets(schema, value, (secret) => (secret === '' ? '' : SECRET_MASK)) : value;
  return byName(known);
}

/** The value as JSON text; one that is too long gives way to a note of its length. Null stands for nothing. */
export function jsonText(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = JSON.stringify(value);
  return text.length <= LENGTH_MAX ? text : JSON.stringify({ omitted: text.length });
}

function byName(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(byName);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAMES.test(name) && typeof inner === 'string' && inner !== '' ? SECRET_MASK : byName(inner),
    ]),
  );
}
