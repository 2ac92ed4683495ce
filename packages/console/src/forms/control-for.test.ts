import type { UiElement } from '@berth/contract/profile/forms/ui';
import { childSchema, isObject, type SchemaNode } from '@berth/contract/profile/nodes';
import { expect, it } from 'vitest';
import { controlFor } from './control-for.tsx';
import { listForms } from './list-forms.ts';
import { AutostartControl } from './sessions/autostart.tsx';
import { fieldsOf } from './state/rules.ts';

/** The element and all elements below it, including lists' entries, each with the schema of its value. */
function controlsOf(element: UiElement, schema: SchemaNode): { element: UiElement; schema: SchemaNode }[] {
  if (element.type !== 'Control') return (element.elements ?? []).flatMap((each) => controlsOf(each, schema));
  const own = fieldsOf(element.scope ?? '').reduce<SchemaNode>((outer, key) => childSchema(outer, key) ?? {}, schema);
  const { detail } = element.options ?? {};
  const inner = isObject(own.items) ? own.items : own;
  return [{ element, schema: own }, ...(detail ? controlsOf(detail, inner) : [])];
}

const forms = Object.entries(listForms());

it.each(forms)('every control of the form %s has a renderer', (_, { schema, uischema }) => {
  for (const each of controlsOf(uischema, schema as SchemaNode)) {
    expect(() => controlFor(each.element, each.schema)).not.toThrow();
  }
});

it('the form’s format takes precedence over the schema, a list is chosen by its entries', () => {
  const control = (options: UiElement['options']): UiElement => ({ type: 'Control', ...(options ? { options } : {}) });
  const text = controlFor(control(undefined), { type: 'string' });
  expect(controlFor(control({ format: 'html' }), { type: 'string' })).not.toBe(text);
  expect(controlFor(control(undefined), { type: 'string', enum: ['a'] })).not.toBe(text);
  const lists = [{ type: 'object' }, { type: 'string' }, { type: 'string', enum: ['a'] }];
  expect(new Set(lists.map((items) => controlFor(control(undefined), { type: 'array', items }))).size).toBe(3);
  const sessions = control({ detail: { type: 'Control', options: { format: 'session' } } });
  expect(controlFor(sessions, { type: 'array', items: { type: 'object' } })).toHaveProperty('type', AutostartControl);
  expect(() => controlFor(control(undefined), { type: 'null' })).toThrow('Nothing draws');
});
