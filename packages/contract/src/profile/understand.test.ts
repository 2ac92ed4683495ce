import { describe, expect, it } from 'vitest';
import { validator } from '../testing/rule-table.ts';
import { defaultDefinition } from './defaults.ts';
import { ProfileDefinition } from './definition.ts';
import { understand, withoutFaults } from './understand.ts';

const validate = validator(ProfileDefinition);
const read = (given: unknown) => understand(ProfileDefinition, given, validate);
const icon = { type: 'symbol', symbol: 'world' };
const webapp = (display_name: string) => ({
  display_name,
  window_title: display_name,
  url: 'https://a.example/',
  icon,
});

describe('reading a profile of another version', () => {
  it('fills in defaults, and reports no fault of a valid one', () => {
    const { value, faults } = read({ thinhoc: { customization: { color_primary: '#123456' } } });
    expect(faults).toBeNull();
    expect(value.thinhoc.customization).toMatchObject({ color_primary: '#123456', show_linkup: true });
  });

  it('omits and reports an unknown field, and keeps the rest', () => {
    const { value, faults } = read({ thinhoc: { customization: { color_primary: '#123456', glitter: true } } });
    expect(value.thinhoc.customization).toMatchObject({ color_primary: '#123456' });
    expect(value.thinhoc.customization).not.toHaveProperty('glitter');
    expect(faults).toContain('/thinhoc/customization/glitter');
  });

  it('uses the default instead of an invalid value', () => {
    const { value, faults } = read({ thinhoc: { customization: { color_primary: 'sparkling' } } });
    expect(value.thinhoc.customization.color_primary).toBe('#595959');
    expect(faults).toContain('/thinhoc/customization/color_primary');
  });

  it('omits the invalid entries of a list at any position', () => {
    const list = [webapp('one'), { icon }, webapp('two'), { icon }, webapp('three')];
    const { value, faults } = read({ thinhoc: { sessions: { webapp: list } } });
    expect(value.thinhoc.sessions.webapp.map(({ display_name }) => display_name)).toEqual(['one', 'two', 'three']);
    expect(faults).toContain('/thinhoc/sessions/webapp/1');
    expect(faults).toContain('/thinhoc/sessions/webapp/3');
  });

  it('keeps the first entries of a list that is too long', () => {
    const names = Array.from({ length: 70 }, (_, index) => `App ${index}`);
    const { value, faults } = read({ thinhoc: { sessions: { webapp: names.map(webapp) } } });
    expect(value.thinhoc.sessions.webapp.map(({ display_name }) => display_name)).toEqual(names.slice(0, 64));
    expect(faults).toContain('/thinhoc/sessions/webapp');
  });

  it.each([null, [], 'text', 7])('uses all defaults instead of %j', (given) => {
    expect(read(given).value).toEqual(defaultDefinition());
  });

  it('limits the length of its report', () => {
    const nameless = Array.from({ length: 64 }, () => ({ icon }));
    expect(read({ thinhoc: { sessions: { webapp: nameless } } }).faults).toHaveLength(2_000);
  });
});

describe('a value without its faults', () => {
  const fault = (path: string, rule: string, params?: Record<string, unknown>) => ({
    path,
    rule,
    message: '',
    ...(params && { params }),
  });

  it('omits the invalid entries, not those that move up', () => {
    const faults = [fault('/list/1', 'type'), fault('/list/10', 'type'), fault('/list/2', 'type')];
    const list = Array.from({ length: 12 }, (_, index) => index);
    expect(withoutFaults({ list }, faults)).toEqual({ list: [0, 3, 4, 5, 6, 7, 8, 9, 11] });
  });

  it('omits an object that lacks a required field', () => {
    expect(withoutFaults({ a: { b: { c: 1 } }, d: 2 }, [fault('/a/b/name', 'required')])).toEqual({ a: {}, d: 2 });
  });

  it('omits an entry once, whatever its faults', () => {
    const faults = [
      fault('/list/1/name', 'required'),
      fault('/list/1/url', 'required'),
      fault('/list/1/icon/a', 'type'),
    ];
    const list = ['a', 'b', 'c'].map((name) => ({ name, icon: { a: 1 } }));
    expect(withoutFaults({ list }, faults)).toEqual({ list: [list[0], list[2]] });
  });

  it('is empty if the value itself lacks a required field', () => {
    expect(withoutFaults({ a: 1 }, [fault('/name', 'required')])).toEqual({});
  });

  it('keeps the maximum number of entries of a list', () => {
    expect(withoutFaults({ list: [1, 2, 3] }, [fault('/list', 'maxItems', { limit: 2 })])).toEqual({ list: [1, 2] });
  });

  it('does not change the given value, and ignores missing fields', () => {
    const given = { a: [1, 2] };
    expect(withoutFaults(given, [fault('/a/0', 'type'), fault('/b/c', 'type'), fault('/constructor', 'type')])).toEqual(
      {
        a: [2],
      },
    );
    expect(given).toEqual({ a: [1, 2] });
  });
});
