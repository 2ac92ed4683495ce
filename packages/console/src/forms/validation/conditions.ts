import { type Schema, Validator } from '@cfworker/json-schema';

const validators = new WeakMap<object, Validator>();

/** Whether a value fulfills a small schema that is known only in the browser, such as a rule's condition. */
export function fulfills(schema: object, value: unknown): boolean {
  // The interpreter knows JSON only: a missing value fulfills what says nothing of it.
  if (value === undefined) return !('const' in schema) && !('type' in schema);
  const validator = validators.get(schema) ?? new Validator(schema as Schema, '2020-12');
  validators.set(schema, validator);
  return validator.validate(value).valid;
}
