import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { below } from './pointer.ts';

/** Unknown fields an object may carry and still have each of them named as a fault. */
const UNKNOWN_FIELDS_NAMED = 32;

/** What is too long or too many in a value, and the value without it. */
interface Bounded {
  readonly faults: readonly Fault[];
  /** Texts are cut, lists and objects with too much in them empty. */
  readonly within: unknown;
}

/**
 * Finds what is too long or too many in a value without looking inside of it. A validator that collects all errors would
 * make one for each of a million bad entries, so this comes first, and the validator sees what is left.
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

/** JSON Schema counts code points; they are counted only where the text may be too long. */
function lengthOf(text: string, limit: unknown): number {
  return typeof limit === 'number' && text.length > limit && text.length <= 2 * limit ? [...text].length : text.length;
}
