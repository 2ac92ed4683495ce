import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { withinBounds } from './bounds.ts';
import { applyDefaults } from './defaults.ts';
import { faultsOf, type SchemaError } from './faults.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from './nodes.ts';
import { below } from './pointer.ts';
import { MAX_BYTES } from './secrets.ts';

const utf8 = new TextEncoder();

/** A checked value: complete if it has no faults. */
interface Checked {
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

/**
 * Validates a definition, a machine's context or an organization's login settings (spec chapter 5): first the limits,
 * then defaults are filled in, then the schema finds all other faults. A field that another field requires must not be
 * empty, even if it has a default. `validate` is the schema's validator, without defaults of its own and with all
 * errors: AJV on the server, compiled code in the browser.
 */
export function checkValue(
  schema: Type.TSchema,
  candidate: unknown,
  validate: (value: unknown) => readonly SchemaError[],
): Checked {
  const { faults: tooMuch, within } = withinBounds(schema, candidate);
  const value = applyDefaults(schema, within);
  const faults = [...ownFaults(nodeOf(schema), within, ''), ...faultsOf(validate(value))];
  if (tooMuch.length === 0) return { value, faults };
  // Truncated values are not reported again: they are not the given ones.
  const isCut = ({ path }: Fault) => tooMuch.some((cut) => path === cut.path || path.startsWith(`${cut.path}/`));
  return { value: candidate, faults: [...tooMuch, ...faults.filter((fault) => !isCut(fault))] };
}

/**
 * What no validator finds: texts of too many bytes, and empty fields that a condition requires (`rule` in conditions.ts),
 * whose defaults, meant for untouched fields, would hide the fault (spec chapter 5: auto-login-timeout).
 */
function ownFaults(schema: SchemaNode, value: unknown, pointer: string): Fault[] {
  if (typeof value === 'string') {
    const limit = schema[MAX_BYTES];
    if (typeof limit !== 'number' || utf8.encode(value).length <= limit) return [];
    return [{ path: pointer, rule: 'maxBytes', message: `must not have more than ${limit} bytes`, params: { limit } }];
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.flatMap((entry, index) => ownFaults(items, entry, below(pointer, index))) : [];
  }
  if (!isObject(value)) return [];
  const own = requiredBy(schema, value)
    .filter((name) => isEmpty(value[name]) && 'default' in (childSchema(schema, name) ?? {}))
    .map((name) => ({ path: below(pointer, name), rule: 'required', message: 'required', params: {} }));
  const inner = Object.entries(value).flatMap(([name, entry]) => {
    const child = childSchema(schema, name);
    return child ? ownFaults(child, entry, below(pointer, name)) : [];
  });
  return [...own, ...inner];
}

/** Fields that the conditions of a schema require of a value. */
export function requiredBy({ allOf }: SchemaNode, value: SchemaNode): string[] {
  const rules = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  return rules.flatMap(({ if: condition, then }) => {
    if (!isObject(condition) || !isObject(then) || !isMet(condition, value)) return [];
    return Array.isArray(then.required) ? then.required.map(String) : [];
  });
}

// Conditions apply to given values: a missing value requires nothing.
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
