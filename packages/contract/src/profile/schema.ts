import Type from 'typebox';
import { PATTERNS, type PatternName } from './patterns.ts';

/**
 * Building blocks of the profile definition. They build plain JSON Schema 2020-12, which the server validates with, and
 * from which forms and the TypeScript type are derived.
 *
 * Three rules, checked by tests: every object is closed, every text and list is limited, and a field that is not in
 * `required` has a default or may be missing.
 */

type Properties = Type.TProperties;

interface ObjectRules {
  /** Fields that spec chapter 5 requires although they have a default: a form must not leave them empty. */
  required?: readonly string[];
  /** Conditional requirements, built by `rule`. */
  allOf?: readonly Type.TSchema[];
  /** Set for sections, which exist even if nothing in them is set. */
  default?: unknown;
}

function closed<P extends Properties>(properties: P, rules: ObjectRules): Type.TObject<P> {
  const { required = [], allOf, ...rest } = rules;
  const written = Object.entries(properties)
    .filter(([name, schema]) => !Type.IsOptional(schema) && (required.includes(name) || !('default' in schema)))
    .map(([name]) => name);
  return Type.Object(properties, {
    ...rest,
    ...(allOf ? { allOf: [...allOf] } : {}),
    additionalProperties: false,
    required: written,
  });
}

/** A part of the definition that always exists: `{}` means all its defaults. */
export function section<P extends Properties>(properties: P, rules: ObjectRules = {}): Type.TObject<P> {
  return closed(properties, { ...rules, default: {} });
}

/** An entry of a list, or an object that may be missing. */
export function item<P extends Properties>(properties: P, rules: ObjectRules = {}): Type.TObject<P> {
  return closed(properties, rules);
}

/** A limited list, empty by default. */
export function list<Item extends Type.TSchema>(
  items: Item,
  options: { maxItems: number; minItems?: number; uniqueItems?: boolean; default?: unknown },
): Type.TArray<Item> {
  return Type.Array(items, { default: [], ...options });
}

/** A map with arbitrary keys, such as app keys; its type is a record. */
export function map<Value extends Type.TSchema>(
  value: Value,
  options: { keys: PatternName; maxProperties: number; properties?: Record<string, Type.TSchema> },
): Type.TUnsafe<Record<string, Type.Static<Value>>> {
  return Type.Unsafe<Record<string, Type.Static<Value>>>(
    Type.Object(options.properties ?? {}, {
      default: {},
      required: [],
      additionalProperties: value,
      propertyNames: { type: 'string', pattern: PATTERNS[options.keys], maxLength: 128 },
      maxProperties: options.maxProperties,
    }),
  );
}

/** A boolean. */
export function flag(byDefault: boolean): Type.TBoolean {
  return Type.Boolean({ default: byDefault });
}

/** One of several values; required unless it has a default. */
export function choice<const Values extends string[]>(
  values: readonly [...Values],
  byDefault?: NoInfer<Values[number]>,
): Type.TEnum<Values> {
  return Type.Enum(values, { type: 'string', ...(byDefault === undefined ? {} : { default: byDefault }) });
}

/** A whole number in a range. */
export function whole(options: { minimum: number; maximum: number; default?: number }): Type.TInteger {
  return Type.Integer(options);
}
