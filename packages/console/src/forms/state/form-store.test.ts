import type { UiElement } from '@berth/contract/profile/forms/ui';
import { controlsOf, showIf } from '@berth/contract/profile/forms/ui';
import { describe, expect, it } from 'vitest';
import type { Validator } from '../validation/check.ts';
import { createFormStore, type FormChange } from './form-store.ts';

const control = controlsOf('test');
const schema = {
  type: 'object',
  properties: { enabled: { type: 'boolean' }, name: { type: 'string', minLength: 3 }, other: { type: 'string' } },
};
const uischema: UiElement = {
  type: 'VerticalLayout',
  elements: [control('enabled'), control('name', { rule: showIf('enabled', true) }), control('other')],
};

/** Replaces the compiled validator: a name of less than three characters is a fault. */
const validate: Validator = Object.assign(
  (value: unknown): boolean => {
    const name = (value as { name?: string }).name ?? 'fine';
    Object.assign(validate, {
      errors:
        name.length < 3 ? [{ instancePath: '/name', keyword: 'minLength', params: { limit: 3 }, message: '' }] : [],
    });
    return name.length >= 3;
  },
  { errors: [] },
);

function storeOf(data: unknown) {
  const changes: FormChange[] = [];
  return { store: createFormStore({ schema, uischema, validate }, data, (change) => changes.push(change)), changes };
}

describe('a form', () => {
  it('passes on every change right away, with its faults', () => {
    const { store, changes } = storeOf({ enabled: true, name: 'lobby' });
    store.change('name', 'q');
    expect(changes.at(-1)?.data).toEqual({ enabled: true, name: 'q' });
    expect(changes.at(-1)?.faults.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['/name minLength']);
    store.change('name', 'lobbies');
    expect(changes.at(-1)?.faults).toEqual([]);
  });

  it('loses nothing of two simultaneous changes', () => {
    const { store } = storeOf({});
    store.change('name', 'lobby');
    store.change('other', 'counter');
    expect(store.state().data).toEqual({ name: 'lobby', other: 'counter' });
  });

  it('drops a fault with the field that a rule hides, since nobody could correct it there', () => {
    const { store, changes } = storeOf({ enabled: true, name: 'q' });
    store.change('enabled', false);
    expect(changes.at(-1)).toEqual({ data: { enabled: false }, faults: [] });
  });

  it('keeps hidden valid values for when they are shown again', () => {
    const { store } = storeOf({ enabled: true, name: 'lobby' });
    store.change('enabled', false);
    expect(store.state().data).toEqual({ enabled: false, name: 'lobby' });
  });

  it('shows a fault of the server until its field changes', () => {
    const { store } = storeOf({ name: 'lobby', other: 'counter' });
    const fault = (path: string) => ({ path, rule: 'name-taken', message: '', params: {} });
    const shown = () => store.state().refused.map(({ path }) => path);
    store.showFaults([fault('/name'), fault('/other')]);
    store.change('other', 'jetty');
    expect(shown()).toEqual(['/name']);
  });

  it('existing faults are marked by a save attempt, later ones are not', () => {
    const { store } = storeOf({ enabled: true, name: 'lobby' });
    store.change('name', 'q');
    expect(store.isMarked('name')).toBe(false);
    store.mark();
    expect(store.isMarked('name')).toBe(true);
    store.change('name', 'lobbies');
    store.change('name', 'q');
    expect(store.isMarked('name')).toBe(false);
  });

  it('what is missing when a form opens is not marked before a save attempt', () => {
    const { store } = storeOf({ enabled: true, name: '' });
    expect(store.isMarked('name')).toBe(false);
    store.mark();
    expect(store.isMarked('name')).toBe(true);
  });

  it('faults of the server, and wrong values present when a form opens, are marked', () => {
    expect(storeOf({ enabled: true, name: 'q' }).store.isMarked('name')).toBe(true);
    const { store } = storeOf({ enabled: true, name: 'lobby' });
    store.showFaults([{ path: '/other', rule: 'unique', message: 'taken' }]);
    expect(store.isMarked('other')).toBe(true);
  });
});
