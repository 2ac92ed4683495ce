import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type Type from 'typebox';
import type { SchemaError } from '../profile/faults.ts';
import { OWN_KEYWORDS } from '../profile/secrets.ts';

/** A strict validator as the server has it; `useDefaults` fills in what is empty, in place. */
export function validator(schema: Type.TSchema, options: { useDefaults?: 'empty' } = {}) {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, ...options });
  addFormats.default(ajv);
  ajv.addVocabulary(OWN_KEYWORDS);
  ajv.addFormat('color', true);
  const validate = ajv.compile(schema);
  return (value: unknown): readonly SchemaError[] => (validate(value) ? [] : (validate.errors ?? []));
}
