import { childSchema, isObject, type SchemaNode } from '@berth/contract/profile/nodes';
import { type Schema, Validator } from '@cfworker/json-schema';

/**
 * Whether a field is currently required: always, or by a rule whose condition the present values fulfill. `keys` lead
 * from the form's data to the field.
 */
export function isRequiredNow(schema: SchemaNode, data: unknown, keys: readonly string[]): boolean {
  const [key, ...rest] = keys;
  if (key === undefined) return false;
  if (rest.length === 0 && listsAsRequired(schema, key)) return true;
  if (ruleRequires(schema, data, keys)) return true;
  const { items } = schema;
  const inner = Array.isArray(data) ? (isObject(items) ? items : undefined) : childSchema(schema, key);
  return inner !== undefined && isRequiredNow(inner, memberOf(data, key), rest);
}

function ruleRequires(schema: SchemaNode, data: unknown, keys: readonly string[]): boolean {
  const rules: readonly unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [];
  return rules.some((rule) => {
    if (!isObject(rule) || !isObject(rule.if) || !isObject(rule.then)) return false;
    return demands(rule.then, keys) && fulfills(rule.if, data);
  });
}

/** Whether a rule's consequence requires the field. */
function demands(schema: SchemaNode, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined) return false;
  if (rest.length === 0) return listsAsRequired(schema, key);
  const { items } = schema;
  const inner = isObject(items) ? items : childSchema(schema, key);
  return inner !== undefined && demands(inner, rest);
}

function listsAsRequired(schema: SchemaNode, key: string): boolean {
  return Array.isArray(schema.required) && schema.required.includes(key);
}

function memberOf(data: unknown, key: string): unknown {
  if (Array.isArray(data)) return data[Number(key)];
  return isObject(data) && Object.hasOwn(data, key) ? data[key] : undefined;
}

const validators = new WeakMap<object, Validator>();

/** Whether a value fulfills a small schema known only at run time, such as a rule's condition. */
export function fulfills(schema: object, value: unknown): boolean {
  // The interpreter supports JSON only: a missing value passes unless the schema demands a type or constant.
  if (value === undefined) return !('const' in schema) && !('type' in schema);
  const validator = validators.get(schema) ?? new Validator(schema as Schema, '2020-12');
  validators.set(schema, validator);
  return validator.validate(value).valid;
}
