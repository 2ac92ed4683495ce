// @vitest-environment happy-dom
import { column, controlsOf, enableIf, group, hideIf, showIf } from '@berth/contract/profile/forms/ui';
import { act } from 'react';
import { expect, it, vi } from 'vitest';
import { showConsolePart } from '../testing/console-part.tsx';
import { TestForm } from '../testing/test-form.tsx';
import { focusField } from './form-view.tsx';
import type { Validator } from './validation/check.ts';

const control = controlsOf('test');
const text = { type: 'string' };
const flag = { type: 'boolean' };

const FORM = {
  target: 'definition',
  configptr: '',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      on: flag,
      locked: flag,
      name: text,
      secretName: text,
      note: text,
      inner: { type: 'object', properties: { on: flag, place: text } },
      tiles: { type: 'array', items: { type: 'object', properties: { on: flag, label: text } } },
    },
  },
  uischema: column(
    control('on'),
    control('name', { rule: showIf('on', true) }),
    group('test.more', [control('note', { rule: enableIf('locked', false) })], hideIf('locked', true)),
    control('inner/place', { rule: showIf('inner/on', true) }),
    control('tiles', { elementLabelProp: 'label', detail: column(control('label', { rule: showIf('on', true) })) }),
  ),
  validate: Object.assign(() => true, { errors: [] }) as unknown as Validator,
} as const;

async function show(data: object, readOnly = false) {
  const onChange = vi.fn();
  const page = await showConsolePart(<TestForm form={FORM} data={data} onChange={onChange} readOnly={readOnly} />);
  const field = (path: string) => page.querySelector<HTMLInputElement>(`[data-path="${path}"] input`);
  return { page, field, onChange, press: (path: string) => act(async () => field(path)?.click()) };
}

it('shows what a rule allows, as soon as the value it depends on changes', async () => {
  const { field, press, onChange } = await show({ on: false, name: 'Lobby' });
  expect(field('name')).toBeNull();
  await press('on');
  expect(field('name')?.value).toBe('Lobby');
  expect(field('name')?.getAttribute('aria-required')).toBe('true');
  expect(onChange).toHaveBeenLastCalledWith({ data: { on: true, name: 'Lobby' }, faults: [] });
  await press('on');
  expect(field('name')).toBeNull();
});

it('applies the rule of a group to its content', async () => {
  const { page } = await show({ locked: true });
  expect(page.textContent).not.toContain('test.more');
  const open = await show({ locked: false });
  expect(open.page.textContent).toContain('test.more');
  expect(open.field('note')?.disabled).toBe(false);
});

it('disables what a rule does not enable, and everything in a read-only form', async () => {
  expect((await show({})).field('note')?.disabled).toBe(true);
  const { field } = await show({ on: true, locked: false }, true);
  for (const path of ['on', 'name', 'note']) expect(field(path)?.disabled).toBe(true);
});

it('evaluates a rule within the object of the field, also in entries of a list', async () => {
  const { page, field } = await show({
    on: false,
    inner: { on: true, place: 'Counter' },
    tiles: [{ on: true, label: 'A' }],
  });
  expect(field('inner.place')?.value).toBe('Counter');
  expect(field('tiles.0.label')).toBeNull();
  await act(async () => page.querySelector<HTMLButtonElement>('[data-toggle]')?.click());
  expect(field('tiles.0.label')?.value).toBe('A');
});

function formOfFields(): HTMLElement {
  const form = document.createElement('div');
  form.innerHTML = `
    <div data-path="name"><input id="name"></div>
    <div data-path="list"><button id="add">+</button><input id="of-entry"><input id="of-inner-form"></div>`;
  document.body.replaceChildren(form);
  return form;
}

const focused = () => document.activeElement?.id;

it('focuses the field at the path', () => {
  focusField(formOfFields(), 'name');
  expect(focused()).toBe('name');
});

it('focuses the first of its containers if the field is not rendered', () => {
  focusField(formOfFields(), 'list.2.address');
  expect(focused()).toBe('of-entry');
});

it('keeps the focus set by a nested form', () => {
  const form = formOfFields();
  form.querySelector<HTMLElement>('#of-inner-form')?.focus();
  focusField(form, 'list.2.address');
  expect(focused()).toBe('of-inner-form');
});
