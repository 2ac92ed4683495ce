import type { SchemaError } from '@berth/contract/profile/faults';
import { OWN_KEYWORDS } from '@berth/contract/profile/secrets';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type Type from 'typebox';

/** Returns the faults of a value; empty if it is valid. */
export type SchemaCheck = (value: unknown) => readonly SchemaError[];

// No coercion: fastify's own validator turns true into "true" inside anyOf.
const strict = createAjv({ coerceTypes: false, allErrors: true });
const toFirst = createAjv({ coerceTypes: false, allErrors: false });
// Addresses contain text, which is converted to the schema's numbers or lists.
const coercing = createAjv({ coerceTypes: 'array', allErrors: true });

function createAjv(options: { readonly coerceTypes: false | 'array'; readonly allErrors: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    strict: true,
    // Conditions require fields that their parents declare.
    strictRequired: false,
    // The contract's tests check every schema against its meta-schema; here it would take half of the start.
    validateSchema: false,
    code: { optimize: false },
    addUsedSchema: false,
  });
  formats.default(ajv);
  ajv.addVocabulary(OWN_KEYWORDS);
  // Excludes leap seconds, and years that the database or Date rejects.
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text) => validate(text) && storableInstant(text) !== undefined);
  // Form hints: any text is valid (spec chapter 5).
  ajv.addFormat('password', true);
  ajv.addFormat('color', true);
  return ajv;
}

/**
 * A strict validator of a contract schema that reports all errors and changes nothing. Compiled on first use, because
 * compiling all schemas would add a second to every start.
 */
export function compileSchema(schema: Type.TSchema): SchemaCheck {
  return lazily(() => strict.compile(schema));
}

/** The same, but stops at the first error. */
export function compileToFirst(schema: Type.TSchema): SchemaCheck {
  return lazily(() => toFirst.compile(schema));
}

/** The same for path and query parameters, which are converted in place. */
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

/** A type guard for a schema. */
export function matcher<Schema extends Type.TSchema>(schema: Schema): (value: unknown) => value is Type.Static<Schema> {
  const check = compileSchema(schema);
  return (value): value is Type.Static<Schema> => check(value).length === 0;
}

/** Years with the same notation in PostgreSQL and JavaScript, in UTC. */
const YEARS = /^(?!0000)[0-9]{4}-/;
const FRACTION = /\.([0-9]+)/;

/**
 * Converts an ISO 8601 timestamp to PostgreSQL's precision: UTC, microseconds. Undefined for other texts, and outside
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
