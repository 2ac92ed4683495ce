import type Type from 'typebox';
import { mapFields, mapMarked, type Replace } from './marked-texts.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { closestEntries } from './secrets-pairing.ts';

/**
 * Secrets in a definition are texts whose schema has `writeOnly`. They are encrypted at rest, the console gets a mask
 * instead, and a change with the mask keeps the value (design, "secrets in profiles").
 */

/** Used with `writeOnly`: where the secret is sent (texts.ts, Destination). */
export const SENT_TO = 'x-sent-to';
/** The number of bytes that a text may have in UTF-8, where what it is for counts those. */
export const MAX_BYTES = 'x-max-bytes';
/** Each machine fills in its own values (machine-values.ts). */
export const PER_MACHINE = 'x-per-machine';
/** Our own keywords, which strict validators must know. */
export const OWN_KEYWORDS = [SENT_TO, MAX_BYTES, PER_MACHINE];

/** The mask of a secret. Eight characters, so that it is valid as a Wi-Fi password. */
export const SECRET_MASK = '••••••••';

/** A copy with every secret replaced; `replace` gets the text and its JSON pointer. */
export function mapSecrets(schema: Type.TSchema, value: unknown, replace: Replace): unknown {
  return mapMarked(nodeOf(schema), value, 'writeOnly', replace);
}

/** JSON pointers of all non-empty secrets. */
export function secretPointers(schema: Type.TSchema, value: unknown): string[] {
  return pointersOf(schema, value, (secret) => secret !== '');
}

/** A copy for display: every non-empty secret is masked. */
export function mask(schema: Type.TSchema, value: unknown): unknown {
  return mapSecrets(schema, value, (secret) => (secret === '' ? '' : SECRET_MASK));
}

/**
 * A copy of `next` with masks replaced by their values in `previous`. List entries are paired by their visible fields, so
 * that a removed or moved account's password is not assigned to another one. A secret whose destination changed is not
 * kept: a user who changes a destination knows the secret. A mask without a value stays: see `unresolvedMasks`.
 */
export function unmask(schema: Type.TSchema, previous: unknown, next: unknown): unknown {
  return restoreIn(nodeOf(schema), previous, next, []);
}

/** JSON pointers of masks without a value: the user has to enter these secrets again. */
export function unresolvedMasks(schema: Type.TSchema, value: unknown): string[] {
  return pointersOf(schema, value, (secret) => secret === SECRET_MASK);
}

/** The containers of a secret, and their previous values; the innermost last. */
interface Level {
  readonly schema: SchemaNode;
  readonly previous: unknown;
  readonly next: unknown;
}

function restoreIn(schema: SchemaNode, previous: unknown, next: unknown, around: readonly Level[]): unknown {
  if (schema.writeOnly === true) {
    const isKept = next === SECRET_MASK && typeof previous === 'string' && keepsDestination(schema[SENT_TO], around);
    return isKept ? previous : next;
  }
  const inner = [...around, { schema, previous, next }];
  if (Array.isArray(next)) {
    const { items } = schema;
    if (!isObject(items)) return next;
    const before = Array.isArray(previous) ? previous : [];
    const partners = closestEntries(
      before.map((entry) => mask(items, entry)),
      next,
    );
    return next.map((entry, at) => restoreIn(items, before[partners[at] ?? -1], entry, inner));
  }
  if (!isObject(next)) return next;
  const before = isObject(previous) ? previous : {};
  return mapFields(schema, next, (field, entry, key) =>
    restoreIn(field, Object.hasOwn(before, key) ? before[key] : undefined, entry, inner),
  );
}

/** Whether a secret's destination is unchanged. A secret without a declared destination is not kept. */
function keepsDestination(sentTo: unknown, around: readonly Level[]): boolean {
  if (sentTo === 'fixed') return true;
  if (!Array.isArray(sentTo)) return false;
  const fields = sentTo.map((path) => fieldAt(String(path), around));
  const before = fields.find(({ previous }) => previous !== '');
  const after = fields.find(({ next }) => next !== '');
  return before?.previous === after?.next;
}

/** The texts of a field before and after; empty if missing. A mask means that a secret is unchanged. */
function fieldAt(path: string, around: readonly Level[]): { readonly previous: string; readonly next: string } {
  const steps = path.split('/');
  const name = steps.at(-1) ?? '';
  const level = around.at(-steps.length);
  const previous = textIn(level?.previous, name);
  const next = textIn(level?.next, name);
  const isSecret = level !== undefined && childSchema(level.schema, name)?.writeOnly === true;
  return { previous, next: isSecret && next === SECRET_MASK ? previous : next };
}

function textIn(container: unknown, name: string): string {
  const value = isObject(container) && Object.hasOwn(container, name) ? container[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function pointersOf(schema: Type.TSchema, value: unknown, wanted: (secret: string) => boolean): string[] {
  const pointers: string[] = [];
  mapSecrets(schema, value, (secret, pointer) => {
    if (wanted(secret)) pointers.push(pointer);
    return secret;
  });
  return pointers;
}
