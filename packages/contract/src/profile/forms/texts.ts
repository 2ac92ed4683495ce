import type Type from 'typebox';
import { isObject, nodeOf } from '../nodes.ts';
import { schemaAtScope } from './form.ts';
import type { UiElement } from './ui.ts';

/**
 * Keys of all texts a form needs: `<i18n>.label` of every group and control and `<i18n>.<value>` of every choice. A
 * client that has them all shows no raw key. `<i18n>.description` may be there or not.
 */
export function formTextKeys(schema: Type.TSchema, uischema: UiElement): string[] {
  const { scope, i18n, elements = [], options } = uischema;
  const own = scope === undefined ? nodeOf(schema) : schemaAtScope(schema, scope);
  const values = scope !== undefined && own ? choicesOf(own) : [];
  const inner = elements.flatMap((element) => formTextKeys(schema, element));
  const detailSchema = own && isObject(own.items) ? own.items : own;
  const detail = options?.detail && detailSchema ? formTextKeys(detailSchema, options.detail) : [];
  const keys = i18n === undefined ? [] : [`${i18n}.label`, ...values.map((value) => `${i18n}.${value}`)];
  return [...new Set([...keys, ...inner, ...detail])];
}

function choicesOf(schema: Readonly<Record<string, unknown>>): string[] {
  const { items } = schema;
  const values = schema.enum ?? (isObject(items) ? items.enum : undefined);
  return Array.isArray(values) ? values.map(String) : [];
}
