import Type from 'typebox';
import { ProfileDefinition } from '../definition.ts';
import { childSchema, isObject, nodeOf, type SchemaNode } from '../nodes.ts';
import { MachineContext, OrganizationAuth } from '../outside-profile.ts';
import { pointerKeys } from '../pointer.ts';
import type { UiElement } from './ui.ts';

/** The targets of forms; each form edits a part of one. */
export const FORM_TARGETS = {
  definition: ProfileDefinition,
  'machine-context': MachineContext,
  'organization-auth': OrganizationAuth,
} as const;
export type FormTarget = keyof typeof FORM_TARGETS;

/** A form for the console: `configptr` is the JSON pointer of its data in the target. */
export interface SettingsForm {
  readonly target: FormTarget;
  readonly configptr: string;
  readonly uischema: UiElement;
}

/** The schema of the form's data: a part of the target's, so that form and server never differ. */
export function formSchema({ target, configptr }: Pick<SettingsForm, 'target' | 'configptr'>): Type.TSchema {
  const found = pointerKeys(configptr).reduce<SchemaNode>((schema, key) => {
    const inner = childSchema(schema, key);
    if (!inner) throw new Error(`no schema at ${configptr} of ${target}`);
    return inner;
  }, nodeOf(FORM_TARGETS[target]));
  // Validators that fill in defaults refuse a default at the root.
  const { default: _, ...schema } = found;
  return Type.Unsafe(schema);
}

/** The schema of a control's scope; undefined for an invalid scope. */
export function schemaAtScope(schema: Type.TSchema, scope: string): SchemaNode | undefined {
  return scope
    .split('/')
    .slice(1)
    .reduce<SchemaNode | undefined>((node, keyword) => {
      const inner = node?.[keyword];
      return isObject(inner) ? inner : undefined;
    }, nodeOf(schema));
}

/**
 * Keys of all texts that a form requires: `<i18n>.label` of every group and control and `<i18n>.<value>` of every
 * choice. `<i18n>.description` is optional.
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
