import type Type from 'typebox';

/** A JSON Schema as data, for functions that traverse it. */
export interface SchemaNode {
  readonly [keyword: string]: unknown;
}

/** The same schema with readable keywords. */
export function nodeOf(schema: Type.TSchema): SchemaNode {
  return schema as SchemaNode;
}

/** The schema of one property: its own, or that of a map's values. */
export function childSchema(schema: SchemaNode, key: string): SchemaNode | undefined {
  const { properties, additionalProperties } = schema;
  if (isObject(properties) && Object.hasOwn(properties, key)) {
    const own = properties[key];
    return isObject(own) ? own : undefined;
  }
  return isObject(additionalProperties) ? additionalProperties : undefined;
}

/** Whether a value is a plain object. */
export function isObject(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
