import Type from 'typebox';
import { closed } from '../api/parts.ts';
import { isObject, nodeOf, type SchemaNode } from '../profile/nodes.ts';

/**
 * Where a secret of a folder comes from: files hold no secrets. Where the variable or file is missing, the server keeps
 * the secret that it has.
 */
export const SecretReference = Type.Union([
  closed({ fromEnv: Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$' }) }),
  closed({ fromFile: Type.String({ minLength: 1, maxLength: 1_024 }) }),
]);
export type SecretReference = Type.Static<typeof SecretReference>;

export function isSecretReference(value: unknown): value is SecretReference {
  return isObject(value) && ('fromEnv' in value || 'fromFile' in value);
}

/** The schema of a definition in a folder: each secret is a reference, or empty. */
export function withReferences(schema: Type.TSchema): Type.TSchema {
  return referenced(nodeOf(schema)) as unknown as Type.TSchema;
}

function referenced(schema: SchemaNode): SchemaNode {
  if (schema.writeOnly === true) return nodeOf(Type.Union([Type.Literal(''), SecretReference]));
  const { properties, items, additionalProperties, ...rest } = schema;
  const inner = Object.entries(isObject(properties) ? properties : {}).map(([name, field]) => [
    name,
    isObject(field) ? referenced(field) : field,
  ]);
  return {
    ...rest,
    ...(isObject(properties) && { properties: Object.fromEntries(inner) }),
    ...(items !== undefined && { items: isObject(items) ? referenced(items) : items }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isObject(additionalProperties) ? referenced(additionalProperties) : additionalProperties,
    }),
  };
}
