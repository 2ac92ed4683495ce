import type { SchemaError } from '@berth/contract/profile/faults';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type Type from 'typebox';

/**
 * A validator of one of the contract's schemas: strict, with all errors, changing nothing. `strictRequired` is off
 * because conditions require fields that their parents declare.
 */
export function compileSchema(schema: Type.TSchema): (value: unknown) => readonly SchemaError[] {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('color', true);
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}
