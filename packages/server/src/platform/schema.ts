import type { SchemaError } from '@berth/contract/profile/faults';
import { OWN_KEYWORDS } from '@berth/contract/profile/secrets';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type Type from 'typebox';

/** What is wrong with a value; nothing where it fits. */
export type SchemaCheck = (value: unknown) => readonly SchemaError[];

// Fastify's own validator turns true into "true" inside anyOf. A body says what it means and is left as it is.
const strict = createAjv({ coerceTypes: false });
// What stands in an address is text, and becomes the number or the list that its schema asks for.
const coercing = createAjv({ coerceTypes: 'array' });

function createAjv(options: { readonly coerceTypes: false | 'array' }): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    strict: true,
    // Conditions require fields that their parents declare.
    strictRequired: false,
    allErrors: true,
    // The contract's own tests compare every schema with its meta-schema; here it would cost half of a start.
    validateSchema: false,
    code: { optimize: false },
    addUsedSchema: false,
  });
  formats.default(ajv);
  ajv.addVocabulary(OWN_KEYWORDS);
  // Without the leap seconds and the years that the database or a Date does not take.
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text) => validate(text) && storableInstant(text) !== undefined);
  // Hints for forms: any text is good (spec chapter 5).
  ajv.addFormat('password', true);
  ajv.addFormat('color', true);
  return ajv;
}

/**
 * A validator of one of the contract's schemas: strict, with all errors, changing nothing. It is compiled when it is
 * first used: all of them together would take a second of every start.
 */
export function compileSchema(schema: Type.TSchema): SchemaCheck {
  return lazily(() => strict.compile(schema));
}

/** The same for the parameters of a path or a query: they are converted in place. */
export function compileAddressSchema(schema: Type.TSchema): SchemaCheck {
  return lazily(() => coercing.compile(schema));
}

function lazily(compile: () => ValidateFunction): SchemaCheck {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= compile();
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** Tells whether a value fits a schema, in a way that the compiler understands. */
export function matcher<Schema extends Type.TSchema>(schema: Schema): (value: unknown) => value is Type.Static<Schema> {
  const check = compileSchema(schema);
  return (value): value is Type.Static<Schema> => check(value).length === 0;
}

/** Years that PostgreSQL and JavaScript write alike, in UTC. */
const YEARS = /^(?!0000)[0-9]{4}-/;
const FRACTION = /\.([0-9]+)/;

/**
 * An instant of ISO 8601 as PostgreSQL keeps it: in UTC, to the microsecond. undefined for what is none, and outside
 * the years 1 to 9999.
 */
export function storableInstant(text: string): string | undefined {
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) return undefined;
  const utc = new Date(milliseconds).toISOString();
  if (!YEARS.test(utc)) return undefined;
  const microseconds = (FRACTION.exec(text)?.[1] ?? '').padEnd(6, '0').slice(0, 6);
  return `${utc.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}.${microseconds}Z`;
}
