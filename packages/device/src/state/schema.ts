import type { Desired } from '@berth/contract/device/messages';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { MachineContext, type MachineSettings } from '@berth/contract/profile/outside-profile';
import { OWN_KEYWORDS } from '@berth/contract/profile/secrets';
import { type Understood, understand } from '@berth/contract/profile/understand';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type Type from 'typebox';

/** Validators for the contract's schemas. They never change values: the contract applies defaults. */
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
formats.default(ajv);
ajv.addVocabulary(OWN_KEYWORDS);
// Always accepted (spec chapter 5).
ajv.addFormat('password', true);
ajv.addFormat('color', true);

/** Returns the errors of a value; empty if it is valid. */
export type Check = (value: unknown) => readonly ErrorObject[];

/** A strict check. Compiled at its first use. */
export function checker(schema: object): Check {
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** A check that allows unknown fields, for data of a newer cloud or agent. */
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

/** The parts of a definition that this agent understands; the cloud may be newer or older. */
export function understandDefinition(given: unknown): Understood<ProfileDefinition> {
  const understood = understand(ProfileDefinition, given, checkDefinition);
  const mode = (given as { system?: { auth?: { mode?: unknown } } } | null)?.system?.auth?.mode;
  if (mode === undefined || mode === 'auto-login') return understood;
  // Also for a mode that this agent does not know: the default would let everybody in.
  const { system, ...rest } = understood.value;
  const auth = { ...system.auth, mode: 'external-login' as const };
  return { ...understood, value: { ...rest, system: { ...system, auth } } };
}

/** Parsed once per context object. */
const read = new WeakMap<object, Understood<MachineContext>>();

function readContext(given: object): Understood<MachineContext> {
  const known = read.get(given) ?? understand(MachineContext, given, checkContext);
  read.set(given, known);
  return known;
}

/** The machine's own settings that this agent understands, with defaults and secrets. */
export function understandContext(given: object): MachineContext {
  return readContext(given).value;
}

/** The invalid parts of the machine's own settings; null if there are none, or if this variant has no settings. */
export function contextFaults({ context, deployment }: Pick<Desired, 'context' | 'deployment'>): string | null {
  const { value, faults } = readContext(context);
  return faults && Object.hasOwn(value.machine, deployment) ? `machine settings: ${faults}` : null;
}

/** The machine's own settings by deployment. */
export function machineSettings(given: object): MachineSettings {
  return understandContext(given).machine;
}
