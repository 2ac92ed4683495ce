import { childSchema, isObject, type SchemaNode } from './nodes.ts';
import { below } from './pointer.ts';

/** Replaces a marked text. */
export type Replace = (text: string, pointer: string, schema: SchemaNode) => string;

/** A copy of a value in which every text is replaced whose schema has the keyword; `replace` gets its JSON pointer. */
export function mapMarked(
  schema: SchemaNode,
  value: unknown,
  keyword: string,
  replace: Replace,
  pointer = '',
): unknown {
  if (schema[keyword] !== undefined) return typeof value === 'string' ? replace(value, pointer, schema) : value;
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!isObject(items)) return value;
    return value.map((entry, at) => mapMarked(items, entry, keyword, replace, below(pointer, at)));
  }
  if (!isObject(value)) return value;
  return mapFields(schema, value, (inner, entry, key) =>
    mapMarked(inner, entry, keyword, replace, below(pointer, key)),
  );
}

/** A copy with the fields of the schema replaced. */
export function mapFields(
  schema: SchemaNode,
  value: SchemaNode,
  change: (inner: SchemaNode, entry: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => {
      const inner = childSchema(schema, key);
      return [key, inner ? change(inner, entry, key) : entry];
    }),
  );
}
