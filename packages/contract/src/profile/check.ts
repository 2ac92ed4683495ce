import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { boundFaults } from './bounds.ts';
import { applyDefaults } from './defaults.ts';
import { emptiedFaults } from './emptied.ts';
import { faultsOf, type SchemaError } from './faults.ts';

/** A checked value: complete if it has no faults. */
export interface Checked {
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

/**
 * The one way a definition, a machine's context or an organisation's login settings are checked (spec chapter 5): first
 * the bounds, then the defaults fill what is empty, then the schema finds every fault. What another field requires by
 * name must not be left empty, although it has a default. `validate` is the schema's
 * validator, without defaults of its own and with all errors: AJV on the server, compiled code in the browser.
 */
export function checkValue(
  schema: Type.TSchema,
  candidate: unknown,
  validate: (value: unknown) => readonly SchemaError[],
): Checked {
  const tooMuch = boundFaults(schema, candidate);
  if (tooMuch.length > 0) return { value: candidate, faults: tooMuch };
  const value = applyDefaults(schema, candidate);
  return { value, faults: [...emptiedFaults(schema, candidate), ...faultsOf(validate(value))] };
}
