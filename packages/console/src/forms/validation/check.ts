import type { Fault } from '@berth/contract/errors';
import { checkValue } from '@berth/contract/profile/check';
import type { SchemaError } from '@berth/contract/profile/faults';
import { childSchema, isObject, type SchemaNode } from '@berth/contract/profile/nodes';
import { below, pointerKeys } from '@berth/contract/profile/pointer';
import type Type from 'typebox';

/** A validator compiled at the client's build. */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/**
 * All faults of a form's data as the server would find them, plus empty fields that are required although they have a
 * default (spec chapter 5): the server fills those in, a person is asked.
 */
export function faultsOfData(schema: SchemaNode, validate: Validator, data: unknown): Fault[] {
  const { faults } = checkValue(schema as Type.TSchema, data, (value) =>
    validate(value) ? [] : (validate.errors ?? []),
  );
  return [...faults.flatMap((fault) => ofFields(schema, fault)), ...emptyFields(schema, data, '')];
}

/** A missing object is reported at its required fields, because the object itself has no control. */
function ofFields(schema: SchemaNode, fault: Fault): Fault[] {
  if (fault.rule !== 'required') return [fault];
  const missing = pointerKeys(fault.path).reduce<SchemaNode | undefined>(
    (node, key) => (isObject(node?.items) ? node.items : node && childSchema(node, key)),
    schema,
  );
  const fields = isObject(missing?.properties) && Array.isArray(missing.required) ? missing.required : [];
  return fields.length > 0 ? fields.map((field) => ({ ...fault, path: below(fault.path, field) })) : [fault];
}

function emptyFields(schema: SchemaNode, value: unknown, pointer: string): Fault[] {
  if (Array.isArray(value)) {
    const { items } = schema;
    return isObject(items) ? value.flatMap((entry, index) => emptyFields(items, entry, below(pointer, index))) : [];
  }
  if (!isObject(value)) return [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  const { properties } = schema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  return names.flatMap((name) => {
    const inner = childSchema(schema, name);
    if (!inner) return [];
    const entry = value[name];
    const path = below(pointer, name);
    const isEmpty = entry === undefined || entry === null || entry === '';
    if (isEmpty && required.includes(name) && 'default' in inner) {
      return [{ path, rule: 'required', message: 'required', params: {} }];
    }
    return emptyFields(inner, entry, path);
  });
}
