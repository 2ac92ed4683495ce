import type Type from 'typebox';
import { requiredBy } from '../profile/check.ts';
import { applyDefaults } from '../profile/defaults.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from '../profile/nodes.ts';

/**
 * A definition without what its schema fills in by itself. `applyDefaults` of the result is the definition again. Fields
 * that a rule requires stay, because the rule asks for a written value.
 */
export function withoutDefaults(schema: Type.TSchema, value: unknown): unknown {
  return stripped(nodeOf(schema), value);
}

function stripped(schema: SchemaNode, value: unknown): unknown {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.map((entry) => stripped(items, entry)) : value;
  }
  if (!isObject(value)) return value;
  const stays = (key: string, entry: unknown) => {
    const inner = childSchema(schema, key);
    return !inner || !isDefault(inner, entry);
  };
  const differing = Object.fromEntries(Object.entries(value).filter(([key, entry]) => stays(key, entry)));
  const needed = requiredBy(schema, differing);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => Object.hasOwn(differing, key) || needed.includes(key))
      .map(([key, entry]) => {
        const inner = childSchema(schema, key);
        return [key, inner ? stripped(inner, entry) : entry];
      }),
  );
}

function isDefault(schema: SchemaNode, value: unknown): boolean {
  if (!('default' in schema)) return false;
  const filled = (given: unknown) => JSON.stringify(applyDefaults(schema as unknown as Type.TSchema, given));
  // Fields in another order only make the file longer.
  return filled(value) === filled(undefined);
}
