import type Type from 'typebox';
import type { Fault } from '../errors.ts';
import { withinBounds } from './bounds.ts';
import { applyDefaults } from './defaults.ts';
import { emptiedFaults } from './emptied.ts';
import { faultsOf, type SchemaError } from './faults.ts';

/** A checked value: complete if it has no faults. */
export interface Checked {
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

/**
 * The one way a definition, a machine's context or an organization's login settings are checked (spec chapter 5): first
 * the bounds, then the defaults fill what is empty, then the schema finds every other fault. What another field requires
 * by name must not be left empty, although it has a default. `validate` is the schema's validator, without defaults of
 * its own and with all errors: AJV on the server, compiled code in the browser.
 */
export function checkValue(
  schema: Type.TSchema,
  candidate: unknown,
  validate: (value: unknown) => readonly SchemaError[],
): Checked {
  const { faults: tooMuch, within } = withinBounds(schema, candidate);
  const value = applyDefaults(schema, within);
  const faults = [...emptiedFaults(schema, within), ...faultsOf(validate(value))];
  if (tooMuch.length === 0) return { value, faults };
  // Of what was cut nothing else is said: it is not what stands there.
  const isCut = ({ path }: Fault) => tooMuch.some((cut) => path === cut.path || path.startsWith(`${cut.path}/`));
  return { value: candidate, faults: [...tooMuch, ...faults.filter((fault) => !isCut(fault))] };
}
