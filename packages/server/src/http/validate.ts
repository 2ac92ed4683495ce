import type { Fault } from '@berth/contract/errors';
import { faultsOf } from '@berth/contract/profile/faults';
import type Type from 'typebox';
import { compileAddressSchema, compileSchema, type SchemaCheck } from '../platform/schema.ts';

const FAULTS_MAX = 100;

/** Finds what is wrong with a value, as a caller is told; parameters and queries are converted in place. */
export type Check = (value: unknown) => readonly Fault[];

/** The rules for a JSON body, or for a reply. */
export function checkBody(schema: Type.TSchema): Check {
  return toCheck(compileSchema(schema));
}

/** The rules for the parameters in a path or in a query. */
export function checkAddress(schema: Type.TSchema): Check {
  return toCheck(compileAddressSchema(schema));
}

function toCheck(check: SchemaCheck): Check {
  return (value) => faultsOf(check(value)).slice(0, FAULTS_MAX);
}
