import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { below } from './pointer.ts';

/** Maximum number of unknown fields of an object that are reported one by one. */
const UNKNOWN_FIELDS_NAMED = 32;

/** The faults of a value that exceeds limits, and the value without the excess. */
interface Bounded {
  readonly faults: readonly Fault[];
  /** Texts are truncated, oversized lists and objects emptied. */
  readonly within: unknown;
}

/**
 * Finds oversized texts, lists and objects without looking inside them. A validator that collects all errors would
 * report each of a million invalid entries, so this runs first, and the validator gets the rest.
 */
export function withinBounds(schema: Type.TSchema, value: unknown): Bounded {
  const faults: Fault[] = [];
  const within = cut(nodeOf(schema), value, '', faults);
  return { faults, within: faults.length > 0 ? within : value };
}

function cut(schema: SchemaNode, value: unknown, pointer: string, faults: Fault[]): unknown {
  const exceeds = (rule: string, limit: unknown, actual: number) => {
    if (typeof limit !== 'number' || actual <= limit) return false;
    faults.push({ path: pointer, rule, message: `must not have more than ${limit}`, params: { limit } });
    return true;
  };
  if (typeof value === 'string') {
    const { maxLength } = schema;
    return exceeds('maxLength', maxLength, lengthOf(value, maxLength)) ? value.slice(0, Number(maxLength)) : value;
  }
  if (Array.isArray(value)) {
    if (exceeds('maxItems', schema.maxItems, value.length)) return [];
    const { items } = schema;
    return isObject(items) ? value.map((entry, index) => cut(items, entry, below(pointer, index), faults)) : value;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (exceeds('maxProperties', fieldsMax(schema), entries.length)) return {};
  return Object.fromEntries(
    entries.map(([key, entry]) => {
      const inner = childSchema(schema, key);
      return [key, inner ? cut(inner, entry, below(pointer, key), faults) : entry];
    }),
  );
}

function fieldsMax(schema: SchemaNode): number {
  if (typeof schema.maxProperties === 'number') return schema.maxProperties;
  const known = isObject(schema.properties) ? Object.keys(schema.properties).length : 0;
  return known + UNKNOWN_FIELDS_NAMED;
}

/** JSON Schema counts code points; they are counted only if the text may be too long. */
function lengthOf(text: string, limit: unknown): number {
  return typeof limit === 'number' && text.length > limit && text.length <= 2 * limit ? [...text].length : text.length;
}
