import type { Desired } from '@berth/contract/device/messages';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { MachineContext, type MachineSettings } from '@berth/contract/profile/outside-profile';
import { OWN_KEYWORDS } from '@berth/contract/profile/secrets';
import { type Understood, understand } from '@berth/contract/profile/understand';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type Type from 'typebox';

/** Validators made from the contract's schemas. Values are never changed: defaults are the contract's own business. */
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
formats.default(ajv);
ajv.addVocabulary(OWN_KEYWORDS);
// Always accepted (spec chapter 5).
ajv.addFormat('password', true);
ajv.addFormat('color', true);

/** Lists what is wrong with a value; nothing for a valid one. */
export type Check = (value: unknown) => readonly ErrorObject[];

/** A check against the schema as it is. Compiled at its first use. */
export function checker(schema: object): Check {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** A check that lets unknown fields pass: for what a newer cloud or a newer agent wrote. */
export function tolerantChecker(schema: Type.TSchema): Check {
  return checker(opened(schema) as object);
}

function opened(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(opened);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'additionalProperties' || value !== false);
  return Object.fromEntries(entries.map(([key, value]) => [key, opened(value)]));
}

const checkDefinition = checker(ProfileDefinition);
const checkContext = checker(MachineContext);

/** A definition as far as this agent understands it; the cloud may be newer or older. */
export function understandDefinition(given: unknown): Understood<ProfileDefinition> {
  return understand(ProfileDefinition, given, checkDefinition);
}

/** Read once for each context that arrived. */
const read = new WeakMap<object, Understood<MachineContext>>();

function readContext(given: object): Understood<MachineContext> {
  const known = read.get(given) ?? understand(MachineContext, given, checkContext);
  read.set(given, known);
  return known;
}

/** The machine's own settings as far as this agent understands them, complete with defaults and secrets. */
export function understandContext(given: object): MachineContext {
  return readContext(given).value;
}

/** What was left out of them and why; null when nothing was, or a machine of this variant has none. */
export function contextFaults({ context, deployment }: Pick<Desired, 'context' | 'deployment'>): string | null {
  const { value, faults } = readContext(context);
  return faults && Object.hasOwn(value.machine, deployment) ? `machine settings: ${faults}` : null;
}

/** The same by deployment. */
export function machineSettings(given: object): MachineSettings {
  return understandContext(given).machine;
}
