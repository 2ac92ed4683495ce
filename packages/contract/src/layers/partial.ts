import type Type from 'typebox';
import { ProfileDefinition } from '../profile/definition.ts';
import { isObject, nodeOf, type SchemaNode } from '../profile/nodes.ts';
import { hasFields, isOfTheProfile, keyField } from './lists.ts';
import { isReference } from './references.ts';

/** The schema of a layer's part of a definition: every field may be missing, and none has a default. */
export const PartialDefinition = partial(nodeOf(ProfileDefinition), '') as unknown as Type.TSchema;

function partial(schema: SchemaNode, pattern: string, needed: readonly string[] = []): SchemaNode {
  const { default: _, required: __, allOf: ___, minItems: ____, ...rest } = schema;
  if (isReference(pattern)) return byName(rest);
  if (schema.type === 'array') {
    const { items } = schema;
    const key = keyField(pattern);
    const isNeeded = isObject(items) && Array.isArray(items.required) && items.required.includes(key);
    return isObject(items) ? { ...rest, items: partial(items, `${pattern}/*`, isNeeded ? [String(key)] : []) } : rest;
  }
  if (schema.type !== 'object') return rest;
  if (!hasFields(schema, pattern)) return schema;
  const fields = Object.entries(isObject(schema.properties) ? schema.properties : {})
    .map(([name, inner]) => ({ name, inner, path: `${pattern}/${name}` }))
    .filter(({ path }) => !isOfTheProfile(path))
    .map(({ name, inner, path }) => [name, isObject(inner) ? partial(inner, path) : inner]);
  return { ...rest, properties: Object.fromEntries(fields), required: needed };
}

/** A reference that names its session, which may be another layer's, and its type. */
function byName(schema: SchemaNode): SchemaNode {
  const properties = schema.properties as { readonly session_type: SchemaNode };
  return {
    ...schema,
    properties: {
      ...properties,
      // Without the default, which turns kiosk mode off whatever session is named.
      session_type: partial(properties.session_type, ''),
      session: { type: 'string', minLength: 1, maxLength: 128 },
    },
    required: ['session_type'],
  };
}
