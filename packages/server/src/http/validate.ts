import type { Fault } from '@berth/contract/errors';
import { faultsOf } from '@berth/contract/profile/faults';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type Type from 'typebox';

const FAULTS_MAX = 100;

// Fastify's own validator turns true into "true" inside anyOf. A body says what it means; what stands in an address is
// text, and becomes the number or list that its schema asks for.
const bodies = createAjv({ coerceTypes: false });
const addresses = createAjv({ coerceTypes: 'array' });

function createAjv(options: { readonly coerceTypes: false | 'array' }): Ajv2020 {
  const ajv = new Ajv2020({
    ...options,
    allErrors: true,
    strict: true,
    // A rule in if/then requires fields that are declared outside of it.
    strictRequired: false,
    allowUnionTypes: true,
    addUsedSchema: false,
  });
  formats.default(ajv);
  // Hints for forms: any text is good.
  ajv.addFormat('password', true);
  ajv.addFormat('color', true);
  return ajv;
}

/** Finds what is wrong with a value; with parameters and queries it also converts the value in place. */
export type Check = (value: unknown) => readonly Fault[];

/** Compiles the rules for a JSON body, or for a reply. */
export function checkBody(schema: Type.TSchema): Check {
  return toCheck(bodies.compile(schema));
}

/** Compiles the rules for the parameters in a path or in a query. */
export function checkAddress(schema: Type.TSchema): Check {
  return toCheck(addresses.compile(schema));
}

function toCheck(validate: ValidateFunction): Check {
  return (value) => (validate(value) ? [] : faultsOf(validate.errors ?? []).slice(0, FAULTS_MAX));
}
