import { describe, expect, it } from 'vitest';
import { validator, valueAt } from '../testing/rule-table.ts';
import { DEFAULTS, SPARSE_DEFINITION } from '../testing/samples.ts';
import { applyDefaults, defaultDefinition } from './defaults.ts';
import { ProfileDefinition } from './definition.ts';
import { MachineContext, OrganizationAuth } from './outside-profile.ts';
import { ButtonWidget, QrWidget, TextWidget } from './widgets.ts';

describe('the default definition', () => {
  it.each(DEFAULTS)('has the value of chapter 9 at %s', (pointer, value) => {
    expect(valueAt(defaultDefinition(), pointer)).toEqual(value);
  });

  it('has white symbols on dark blue tiles', () => {
    const icon = valueAt(applyDefaults(ProfileDefinition, SPARSE_DEFINITION), '/thinhoc/sessions/webapp/0/icon');
    expect(icon).toMatchObject({ type: 'symbol', symbol_color: '#FFFFFF', background_color: '#171799' });
  });

  it('gives a browser one ad block list and five search engines, including the default one', () => {
    const { sessions } = applyDefaults(ProfileDefinition, SPARSE_DEFINITION).thinhoc;
    const [browser] = sessions.webbrowser;
    expect(browser?.content_filter_lists).toEqual(['https://easylist.to/easylist/easylist.txt']);
    const names = browser?.search_engine_providers.map(({ name }) => name);
    expect(names).toEqual(['DuckDuckGo', 'Google', 'Bing', 'Startpage', 'Ecosia']);
    expect(browser?.default_search_engine).toBe('DuckDuckGo');
  });

  it('gives widgets the texts of the spec', () => {
    expect(applyDefaults(ButtonWidget, {})).toMatchObject({ text: 'Click Me', icon: 'none' });
    expect(applyDefaults(TextWidget, {})).toEqual({ text: 'Type your message here!' });
    expect(applyDefaults(QrWidget, { type: 'text' })).toHaveProperty('text_context', 'https://berth.example/');
  });

  it('gives a video conference https and a public host', () => {
    const settings = '/thinhoc/apps/instances/thinhoc::video-conference/settings';
    expect(valueAt(applyDefaults(ProfileDefinition, SPARSE_DEFINITION), settings)).toEqual({
      PROTOCOL: 'https',
      SERVER_NAME: 'meet.jit.si',
      ROOM: '',
    });
  });
});

describe('filling in defaults', () => {
  it.each([
    ['an empty definition', ProfileDefinition, {}],
    ['a sparse definition', ProfileDefinition, SPARSE_DEFINITION],
    ["an empty machine's context", MachineContext, {}],
    ['an empty organization login', OrganizationAuth, {}],
  ])('agrees with AJV on %s, which is valid', (_name, schema, value) => {
    const byAjv = structuredClone(value);
    validator(schema, { useDefaults: 'empty' })(byAjv);
    expect(applyDefaults(schema, value)).toEqual(byAjv);
    expect(validator(schema)(applyDefaults(schema, value))).toEqual([]);
  });

  it.each([
    ['rdp', 'device-desktop'],
    ['webbrowser', 'browser'],
    ['webapp', 'world'],
  ] as const)('gives a session of type %s the symbol %s', (type, symbol) => {
    const { sessions } = applyDefaults(ProfileDefinition, {
      thinhoc: { sessions: { [type]: [{ icon: {} }] } },
    }).thinhoc;
    expect(sessions[type][0]?.icon.symbol).toBe(symbol);
  });

  it('does not change the given value', () => {
    const value = { thinhoc: {} };
    applyDefaults(ProfileDefinition, value);
    expect(value).toEqual({ thinhoc: {} });
  });

  it('never returns the same default object twice', () => {
    defaultDefinition().thinhoc.customization.keyboard_layouts.push('US');
    expect(defaultDefinition().thinhoc.customization.keyboard_layouts).toEqual(['DE']);
  });

  it('treats a hostile key as a plain field', () => {
    const value = applyDefaults(ProfileDefinition, JSON.parse('{"__proto__":{"version":9}}'));
    expect(Object.keys(value)).toContain('__proto__');
    expect(value.version).toBe(1);
  });
});
