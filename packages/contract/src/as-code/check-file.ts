import type Type from 'typebox';
import Value from 'typebox/value';
import type { Fault } from '../errors.ts';
import { inWords } from '../pattern-words.ts';
import { checkValue } from '../profile/check.ts';
import { faultsOf, type SchemaError } from '../profile/faults.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from '../profile/nodes.ts';
import { pointerKeys } from '../profile/pointer.ts';

/** A schema of a file, or of a definition in it. */
export type Schema = Type.TSchema;

/** Every fault of a value, by its path. Unknown fields are told with those that are known. */
export function schemaFaults(schema: Type.TSchema, value: unknown): Fault[] {
  return inWords(faultsOf(errorsOf(schema, value))).map((fault) => withChoices(schema, fault));
}

/** The same for a definition, which is completed with defaults first, as the server does. */
export function definitionFaults(schema: Type.TSchema, definition: unknown): Fault[] {
  const { faults } = checkValue(schema, definition, (value) => errorsOf(schema, value));
  return inWords(faults).map((fault) => withChoices(schema, fault));
}

// typebox names all missing or unknown fields of an object in one error; ours are one fault each.
function errorsOf(schema: Type.TSchema, value: unknown): SchemaError[] {
  return Value.Errors(schema, value).flatMap((error): SchemaError[] => {
    const { keyword, instancePath, message } = error;
    const params: Readonly<Record<string, unknown>> = { ...error.params };
    if (keyword === 'boolean') return [];
    const split = (listed: string, one: string) =>
      listOf(params[listed]).map((name) => ({ keyword, instancePath, message, params: { [one]: name } }));
    if (keyword === 'required') return split('requiredProperties', 'missingProperty');
    if (keyword === 'additionalProperties') return split('additionalProperties', 'additionalProperty');
    return [{ keyword, instancePath, message, params }];
  });
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function withChoices(schema: Type.TSchema, fault: Fault): Fault {
  if (fault.rule === 'additionalProperties') {
    const known = fieldsAt(schema, fault.path);
    return { ...fault, message: `unknown field${known.length > 0 ? `; known: ${known.join(', ')}` : ''}` };
  }
  if (fault.rule === 'required') return { ...fault, message: 'is required' };
  const allowed = fault.params?.allowedValues;
  return Array.isArray(allowed) ? { ...fault, message: `must be one of ${allowed.join(', ')}` } : fault;
}

/** The fields of the object in which a path is. */
function fieldsAt(schema: Type.TSchema, path: string): string[] {
  const owner = pointerKeys(path)
    .slice(0, -1)
    .reduce<SchemaNode | undefined>((node, key) => {
      if (!node) return undefined;
      return isObject(node.items) ? node.items : childSchema(node, key);
    }, nodeOf(schema));
  return Object.keys(isObject(owner?.properties) ? owner.properties : {});
}
