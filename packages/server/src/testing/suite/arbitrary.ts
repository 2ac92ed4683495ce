import { EMAIL, ORGANIZATION_NAME, PASSWORD } from '@berth/contract/rules/text';
import fc from 'fast-check';

/** The parts of JSON Schema that the contract's endpoints use. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Examples for patterns that the text generator does not support: character properties and lookahead. */
const EXAMPLES: ReadonlyMap<string, readonly string[]> = new Map([
  [PASSWORD.pattern, ['Korrekt-Pferd7!', 'Zz9!zzzz', `Aa1&${'ü'.repeat(200)}`]],
  [EMAIL.pattern, ['someone@example.org', "o'brien+tag@sub.example.co"]],
  [ORGANIZATION_NAME.pattern, ['Werk Süd', 'Ångström & Söhne {1}', '日本語の組織', '|||']],
]);

const TEXTS = [
  '',
  ' ',
  '0',
  'null',
  '"',
  "'; drop table machines; --",
  '../../etc/passwd',
  '\u202e',
  '😀',
  'İ',
  '__proto__',
];

/** Values that fit a schema. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  switch (schema.type) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(fitting(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Times of one year, and the limits of the database, Date and RFC 3339. */
const instant = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-10:00',
    '2026-12-31T23:59:60Z',
    '2026-02-31T00:00:00Z',
    '2026-01-01T00:00:00.123456789Z',
    '2026-01-01t00:00:00z',
  ),
);

/** A list filter as text: conditions on these fields, with valid values or characters that no text may contain. */
export function filterText(fields: Readonly<Record<string, Schema>>): fc.Arbitrary<string> {
  const wrong = fc.constantFrom('nul\0', 'lone\ud800', '%\\', '0000-01-01', '-271821-04-20T00:00:00Z', 2 ** 53, null);
  const condition = fc.constantFrom(...Object.entries(fields)).chain(([field, schema]) => {
    const value = fc.oneof({ weight: 2, arbitrary: fitting(schema) }, { weight: 1, arbitrary: wrong });
    const one = fc.tuple(fc.constantFrom('eq', 'neq', 'gt', 'lte', 'like', 'nilike'), value);
    const many = fc.tuple(fc.constantFrom('inq', 'nin', 'between'), fc.array(value, { minLength: 2, maxLength: 2 }));
    return fc.oneof(
      value.map((each) => ({ [field]: each })),
      fc.oneof(one, many).map(([operator, operand]) => ({ [field]: { [operator]: operand } })),
    );
  });
  const where = fc.oneof(
    condition,
    fc.array(condition, { maxLength: 2 }).chain((each) => fc.constantFrom({ or: each }, { and: each })),
  );
  const order = fc.array(fc.constantFrom(...Object.keys(fields)), { maxLength: 3 }).map((each) => each.join(' DESC,'));
  return fc.record({ where, order }, { requiredKeys: ['where'] }).map((filter) => JSON.stringify(filter));
}

function object({ properties = {}, required = [], additionalProperties, patternProperties }: Schema) {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema)]));
  const known = fc.record(fields, { requiredKeys: [...required] });
  if (additionalProperties === false) return known;
  // The contract's records take any name.
  const [others] = Object.values(patternProperties ?? {});
  return fc
    .tuple(known, fc.dictionary(fc.string(), others ? fitting(others) : fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }))
    .map(([one, two]) => ({ ...two, ...one }));
}

function text({ pattern, format, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'date-time') return instant;
  const examples = EXAMPLES.get(pattern ?? '');
  if (examples) return fc.constantFrom(...examples);
  const any = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
  if (pattern === undefined) return any;
  const rule = new RegExp(pattern, 'u');
  if (pattern.includes('(?=')) return any.map((each) => `x${each}`).filter((each) => rule.test(each));
  return matching(pattern).filter((each) => each.length >= minLength && each.length <= maxLength);
}

const known = new Map<string, fc.Arbitrary<string>>();

/** Texts that match a pattern. Generators are cached: creating one takes 30 ms, and hundreds of fields are UUIDs. */
function matching(pattern: string): fc.Arbitrary<string> {
  const made = known.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  known.set(pattern, made);
  return made;
}

/** Invalid values that replace a valid one or are added next to it. */
const wicked: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, [], {}, 0, -0, -1, 1.5, 2 ** 53, -(2 ** 63), 1e308),
  fc.constantFrom(...TEXTS, 'nul\0', 'lone\ud800', '\udfff', 'x'.repeat(5_000)),
  fc.constantFrom<unknown>({ $ref: '#' }, [[[[[[]]]]]], nested(100), { toString: 1 }, [null, null]),
  fc.jsonValue({ maxDepth: 3 }),
);

function nested(depth: number): unknown {
  return depth === 0 ? [] : [nested(depth - 1)];
}

/** A value with one invalid part: replaced, missing, or with an undeclared field. */
export function spoilt(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null) return wicked;
  const keys = Object.keys(value);
  const withField = fc
    .tuple(fc.constantFrom('constructor', '__proto__', 'extra', 'id', '$where'), wicked)
    .map(([key, bad]) => put(value, key, bad));
  if (keys.length === 0) return fc.oneof(wicked, withField);
  const key = fc.constantFrom(...keys);
  return fc.oneof(
    wicked,
    withField,
    key.map((each) => without(value, each)),
    fc.tuple(key, wicked).map(([each, bad]) => put(value, each, bad)),
    key.chain((each) => spoilt(Reflect.get(value, each)).map((bad) => put(value, each, bad))),
  );
}

function put(value: object, key: string, bad: unknown): unknown {
  if (Array.isArray(value)) return Number.isInteger(Number(key)) ? value.with(Number(key), bad) : [...value, bad];
  // Defines an own field, also for __proto__, as JSON.parse does.
  return Object.defineProperty({ ...value }, key, { value: bad, enumerable: true, configurable: true, writable: true });
}

function without(value: object, key: string): unknown {
  if (Array.isArray(value)) return value.toSpliced(Number(key), 1);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
