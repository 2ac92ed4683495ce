import type Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { validator } from '../../testing/rule-table.ts';
import { applyDefaults } from '../defaults.ts';
import { isObject, type SchemaNode } from '../nodes.ts';
import { SETTINGS_FORMS } from './all.ts';
import { FORM_TARGETS, formSchema, formTextKeys, schemaAtScope } from './form.ts';
import type { UiElement } from './ui.ts';
import { WIDGET_FORMS } from './widgets.ts';

interface Bound {
  readonly element: UiElement;
  readonly schema: Type.TSchema;
}

/** Every element of a UI schema with the schema its scopes are relative to. */
function elementsOf(schema: Type.TSchema, element: UiElement): Bound[] {
  const own = element.scope === undefined ? undefined : schemaAtScope(schema, element.scope);
  const detail = element.options?.detail;
  const inner = own && isObject(own.items) ? own.items : own;
  return [
    { element, schema },
    ...(element.elements ?? []).flatMap((each) => elementsOf(schema, each)),
    ...(detail && inner ? elementsOf(inner, detail) : []),
  ];
}

const forms = [
  ...Object.entries(SETTINGS_FORMS).map(([id, form]) => ({ id, schema: formSchema(form), uischema: form.uischema })),
  ...Object.entries(WIDGET_FORMS).map(([type, form]) => ({ id: `widget ${type}`, ...form })),
];

describe.each(forms)('form $id', ({ schema, uischema }) => {
  const bound = elementsOf(schema, uischema);

  it('has a field for every control', () => {
    const lost = bound.filter(({ element, schema: base }) => element.scope && !schemaAtScope(base, element.scope));
    expect(lost.map(({ element }) => element.scope)).toEqual([]);
  });

  it('has rules whose fields can have the value', () => {
    for (const { element, schema: base } of bound) {
      if (!element.rule) continue;
      const { scope, schema: condition } = element.rule.condition;
      const field = schemaAtScope(base, scope);
      expect(field, scope).toBeDefined();
      if ('const' in condition) expect(validator({ ...field, default: undefined })(condition.const)).toEqual([]);
    }
  });

  it('compiles strictly', () => {
    expect(() => validator(schema)).not.toThrow();
  });

  it('has a text key for every group and control', () => {
    expect(
      bound
        .filter(({ element }) => element.type !== 'VerticalLayout' && element.type !== 'HorizontalLayout')
        .every(({ element }) => element.i18n),
    ).toBe(true);
    expect(formTextKeys(schema, uischema).length).toBeGreaterThan(0);
  });
});

describe('the forms together', () => {
  /** Fields in no form: set by the console itself, or by an app's own form. */
  const setElsewhere = [
    '/version',
    '/thinhoc/apps/installed',
    '/thinhoc/apps/instances',
    // Always on (spec chapter 3).
    '/product-id/enabled',
  ];

  function leavesOf(schema: SchemaNode, pointer: string): string[] {
    const { properties } = schema;
    if (!isObject(properties)) return [pointer];
    return Object.entries(properties).flatMap(([key, inner]) =>
      isObject(inner) ? leavesOf(inner, `${pointer}/${key}`) : [],
    );
  }

  it.each(Object.entries(FORM_TARGETS))('edit every field of %s', (target, schema) => {
    const edited = Object.values(SETTINGS_FORMS)
      .filter((form) => form.target === target)
      .flatMap((form) =>
        elementsOf(formSchema(form), form.uischema)
          .filter(({ element }) => element.scope)
          .map(({ element }) => form.configptr + (element.scope ?? '').slice(1).replaceAll('/properties', '')),
      );
    const missed = leavesOf({ ...schema }, '').filter(
      (leaf) => ![...edited, ...setElsewhere].some((each) => leaf === each || leaf.startsWith(`${each}/`)),
    );
    expect(missed).toEqual([]);
  });

  it('edit every field of a list entry', () => {
    for (const { schema, uischema } of forms) {
      for (const { element, schema: base } of elementsOf(schema, uischema)) {
        const list = element.scope === undefined ? undefined : schemaAtScope(base, element.scope);
        const detail = element.options?.detail;
        if (!detail || !list || !isObject(list.items) || detail.options?.format === 'session') continue;
        const edited = elementsOf(list.items, detail).map(({ element: each }) =>
          (each.scope ?? '').slice('#/properties/'.length),
        );
        const fields = Object.keys(isObject(list.items.properties) ? list.items.properties : {});
        expect(edited, element.i18n).toEqual(expect.arrayContaining(fields));
      }
    }
  });
});

describe('rules of the spec', () => {
  function ruleOf(id: keyof typeof SETTINGS_FORMS, scope: string) {
    const { uischema } = SETTINGS_FORMS[id];
    const all = elementsOf(formSchema(SETTINGS_FORMS[id]), uischema).map(({ element }) => element);
    const guarded = all.filter((element) => element.rule && elementsOf({}, element).some(within(scope)));
    return guarded.map(({ rule }) => ({ effect: rule?.effect, ...rule?.condition }));
  }
  const within = (scope: string) => (bound: Bound) => bound.element.scope === scope;

  it('disable the Azure history toggle while the strategy is off', () => {
    expect(ruleOf('organization/auth', '#/properties/azure-ad/properties/user-history-enabled')).toEqual([
      { effect: 'ENABLE', scope: '#/properties/azure-ad/properties/enabled', schema: { const: true } },
    ]);
  });

  it('reveal the mirroring timeout with smart', () => {
    expect(ruleOf('mirror', '#/properties/auto_accept_timeout/properties/enabled')).toEqual([
      { effect: 'SHOW', scope: '#/properties/accept_new_connections', schema: { const: 'smart' } },
    ]);
  });
});

describe('formTextKeys', () => {
  it('includes labels, choices and the texts of list entries', () => {
    const keys = formTextKeys(formSchema(SETTINGS_FORMS.screensaver), SETTINGS_FORMS.screensaver.uischema);
    expect(keys).toContain('form.screensaver.slides.label');
    expect(keys).toContain('profile.thinhoc.screensaver.slides.type.video');
    expect(keys).toContain('profile.thinhoc.screensaver.show_after.label');
  });
});

describe('formSchema', () => {
  it('is the part of the definition that the server validates, with its defaults', () => {
    expect(applyDefaults(formSchema(SETTINGS_FORMS.mirror), {})).toMatchObject({ accept_new_connections: 'smart' });
  });

  it('throws for an invalid pointer', () => {
    expect(() => formSchema({ target: 'definition', configptr: '/thinhoc/nowhere' })).toThrow('/thinhoc/nowhere');
  });
});
