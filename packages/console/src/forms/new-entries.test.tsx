// @vitest-environment happy-dom
import type { Fault } from '@berth/contract/errors';
import { applyDefaults } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import { column, type UiElement } from '@berth/contract/profile/forms/ui';
import { childSchema, type SchemaNode } from '@berth/contract/profile/nodes';
import { WIDGET_TYPES } from '@berth/contract/profile/widgets';
import { act, useState } from 'react';
import type Type from 'typebox';
import { beforeAll, expect, it, vi } from 'vitest';
import { showConsolePart } from '../testing/console-part.tsx';
import { TestForm } from '../testing/test-form.tsx';
import { type AnyFormId, type FormDefinition, loadForm } from './form-definition.ts';

import { fieldsOf } from './state/rules.ts';

/** The lists of a form, each without the rules that may hide it. */
function listsOf({ schema, uischema }: Pick<FormDefinition, 'schema' | 'uischema'>): UiElement[] {
  if (uischema.elements) return uischema.elements.flatMap((inner) => listsOf({ schema, uischema: inner }));
  const { rule: _, ...control } = uischema;
  const own = fieldsOf(uischema.scope ?? '').reduce<SchemaNode>((outer, key) => childSchema(outer, key) ?? {}, schema);
  return own.type === 'array' && uischema.options?.format !== 'app-list' ? [control] : [];
}

const forms = await Promise.all(
  Object.keys(SETTINGS_FORMS).map(async (id) => ({ id, form: await loadForm(id as AnyFormId) })),
);
/** For lists that refer to sessions. */
const DEFINITION = applyDefaults(ProfileDefinition, {
  thinhoc: { sessions: { webapp: [{ display_name: 'Intranet', url: 'https://intranet.example' }] } },
}) as ProfileDefinition;

const lists = forms.flatMap(({ id, form }) =>
  listsOf(form).map((control) => ({ name: `${id} ${control.scope}`, form: { ...form, uischema: column(control) } })),
);

/** Shows a form; each call of the returned function is another save attempt. */
async function show(form: FormDefinition, attemptsBefore: number) {
  let attempt: () => void = () => undefined;
  let faults: readonly Fault[] = [];
  function Shown() {
    const [attempts, setAttempts] = useState(attemptsBefore);
    const [data, setData] = useState<unknown>(() =>
      form.schema.type === 'array' ? [] : applyDefaults(form.schema as Type.TSchema, {}),
    );
    attempt = () => setAttempts(attempts + 1);
    return (
      <TestForm
        form={form}
        data={data}
        onChange={(change) => {
          setData(change.data);
          faults = change.faults;
        }}
        attempts={attempts}
        definition={DEFINITION}
      />
    );
  }
  const page = await showConsolePart(<Shown />);
  await vi.waitUntil(() => page.querySelector('[data-path]'), { timeout: 60_000 });
  return { page, trySaving: () => act(async () => attempt()), isFaulty: () => faults.length > 0 };
}

const redOf = (page: HTMLElement) =>
  [...page.querySelectorAll('[aria-invalid=true], [class*=fault], [class*=-error]')].map(
    ({ textContent }) => textContent,
  );

const addersOf = (page: HTMLElement) => [...page.querySelectorAll<HTMLElement>('[data-action=add], select')];

/** Adds an entry as a person does: with a button of the list, or by choosing from its select. */
async function add(page: HTMLElement, adder: HTMLElement | undefined): Promise<void> {
  await act(async () => {
    if (adder instanceof HTMLSelectElement) {
      adder.value = adder.querySelectorAll('option')[1]?.value ?? '';
      adder.dispatchEvent(new Event('change', { bubbles: true }));
    } else adder?.click();
  });
  await vi.waitUntil(() => page.querySelector('[data-row] [data-detail], [data-row] [data-action], [data-widget]'), {
    timeout: 60_000,
  });
}

/** Lists inside a new entry: of how many kinds entries can be added there. */
const INNER_KINDS: Readonly<Record<string, number>> = {
  '/thinhoc/customization/dashboard': WIDGET_TYPES.length,
  '/thinhoc/sessions/webbrowser': 2,
};

beforeAll(async () => {
  await Promise.all([import('./widgets/grid.tsx'), ...WIDGET_TYPES.map((type) => loadForm(`widget/${type}`))]);
});

it.each(lists)('a new entry of $name is red after a save attempt, not before', async ({ form }) => {
  const kinds = addersOf((await show(form, 0)).page).length;
  expect(kinds).toBeGreaterThan(0);
  for (const kind of Array(kinds).keys()) {
    for (const attemptsBefore of [0, 1]) {
      const { page, trySaving, isFaulty } = await show(form, attemptsBefore);
      await add(page, addersOf(page)[kind]);
      expect(redOf(page)).toEqual([]);
      const inner = page.querySelectorAll<HTMLElement>('[data-detail] [data-action=add]');
      expect(inner).toHaveLength(INNER_KINDS[form.configptr] ?? 0);
      for (const adder of inner) {
        const list = adder.closest<HTMLElement>('[data-path]') ?? page;
        await add(list, adder);
        expect(redOf(list)).toEqual([]);
      }
      await trySaving();
      expect(redOf(page).length > 0).toBe(isFaulty());
    }
  }
});
