import { ProfileDefinition } from './definition.ts';

/** A JSON Schema as data, for the pure functions that walk it. */
export interface SchemaNode {
  readonly [keyword: string]: unknown;
}

/**
 * Fills in what a value leaves out, as the schema's defaults say: missing, null and empty text count as left out (spec
 * chapter 5, "uses defaults for empty values"; AJV's `useDefaults: 'empty'`). Unlike AJV it works on a copy, and the
 * session can afford it on small hardware. What does not fit the schema stays as it is, for validation to name.
 */
export function applyDefaults(schema: SchemaNode, value: unknown): unknown {
  const given = isEmpty(value) && 'default' in schema ? structuredClone(schema.default) : value;
  if (Array.isArray(given)) {
    const { items } = schema;
    return isObject(items) ? given.map((entry) => applyDefaults(items, entry)) : given;
  }
  return isObject(given) ? completeObject(schema, given) : given;
}

/** The definition with every default filled in. The caller has validated it, or does so next. */
export function completeDefinition(definition: unknown): ProfileDefinition {
  return applyDefaults({ ...ProfileDefinition }, definition) as ProfileDefinition;
}

/** What an untouched profile means: every default of spec chapter 9. */
export function defaultDefinition(): ProfileDefinition {
  return completeDefinition({});
}

function completeObject(schema: SchemaNode, value: SchemaNode): SchemaNode {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const completed: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(value)) {
    const inner = childSchema(schema, key);
    define(completed, key, inner ? applyDefaults(inner, entry) : entry);
  }
  for (const [key, inner] of Object.entries(properties)) {
    if (!Object.hasOwn(completed, key) && isObject(inner) && 'default' in inner) {
      define(completed, key, applyDefaults(inner, undefined));
    }
  }
  return completed;
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

/** A plain object, whatever its fields. */
export function isObject(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Sets a field even if it is called __proto__, as a field of a map may be. */
function define(target: Record<string, unknown>, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}
