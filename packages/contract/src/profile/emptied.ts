import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { below } from './pointer.ts';

/**
 * Fields that a condition requires (`rule` in conditions.ts) and that were left empty beside the value which requires
 * them. Their defaults, which are for what nobody has touched, would hide it (spec chapter 5: auto-login-timeout).
 */
export function emptiedFaults(schema: Type.TSchema, candidate: unknown): Fault[] {
  return emptied(nodeOf(schema), candidate, '');
}

function emptied(schema: SchemaNode, value: unknown, pointer: string): Fault[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.flatMap((entry, index) => emptied(items, entry, below(pointer, index))) : [];
  }
  if (!isObject(value)) return [];
  const own = requiredBy(schema, value)
    .filter((name) => isEmpty(value[name]) && 'default' in (childSchema(schema, name) ?? {}))
    .map((name) => ({ path: below(pointer, name), rule: 'required', message: 'required', params: {} }));
  const inner = Object.entries(value).flatMap(([name, entry]) => {
    const child = childSchema(schema, name);
    return child ? emptied(child, entry, below(pointer, name)) : [];
  });
  return [...own, ...inner];
}

function requiredBy({ allOf }: SchemaNode, value: SchemaNode): string[] {
  const rules = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  return rules.flatMap(({ if: condition, then }) => {
    if (!isObject(condition) || !isObject(then) || !isMet(condition, value)) return [];
    return Array.isArray(then.required) ? then.required.map(String) : [];
  });
}

// Conditions are on values that stand there: what is missing requires nothing by name.
function isMet({ properties, required }: SchemaNode, value: SchemaNode): boolean {
  if (!isObject(properties) || !Array.isArray(required)) return false;
  return required.every((name) => {
    const wanted = properties[String(name)];
    return isObject(wanted) && 'const' in wanted && value[String(name)] === wanted.const;
  });
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
