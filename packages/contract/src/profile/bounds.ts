import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { below } from './pointer.ts';

/** Unknown fields an object may carry and still have each of them named as a fault. */
const UNKNOWN_FIELDS_NAMED = 32;

/**
 * What is too long or too many in a value, found without looking inside. A validator that collects all errors would
 * make one for each of a million bad entries, so this comes first and its faults end the check.
 */
export function boundFaults(schema: Type.TSchema, value: unknown): Fault[] {
  return exceededBounds(nodeOf(schema), value, '');
}

function exceededBounds(schema: SchemaNode, value: unknown, pointer: string): Fault[] {
  if (typeof value === 'string') return exceeded(schema, 'maxLength', lengthOf(value, schema.maxLength), pointer);
  if (Array.isArray(value)) {
    const { items } = schema;
    const own = exceeded(schema, 'maxItems', value.length, pointer);
    if (own.length > 0 || !isObject(items)) return own;
    return value.flatMap((entry, index) => exceededBounds(items, entry, below(pointer, index)));
  }
  if (!isObject(value)) return [];
  const keys = Object.keys(value);
  const own = exceeded({ maxProperties: fieldsMax(schema) }, 'maxProperties', keys.length, pointer);
  if (own.length > 0) return own;
  return keys.flatMap((key) => {
    const inner = childSchema(schema, key);
    return inner ? exceededBounds(inner, value[key], below(pointer, key)) : [];
  });
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

function exceeded(schema: SchemaNode, rule: string, actual: number, path: string): Fault[] {
  const limit = schema[rule];
  if (typeof limit !== 'number' || actual <= limit) return [];
  return [{ path, rule, message: `must not have more than ${limit}`, params: { limit } }];
}
