import { describe, expect, it } from 'vitest';
import { checkValue } from '../profile/check.ts';
import { validator } from '../testing/rule-table.ts';
import { PartialDefinition } from './partial.ts';

const validate = validator(PartialDefinition);
const check = (part: object) => checkValue(PartialDefinition, part, validate);
const faultsOf = (part: object) => check(part).faults.map(({ path, rule }) => `${path} ${rule}`);
const sessions = (lists: object) => ({ thinhoc: { sessions: lists } });

describe("a layer's part of a definition", () => {
  it.each([
    ['nothing', {}],
    ['empty sections', { system: { auth: {}, clock: {} }, thinhoc: { customization: { dashboard: {} } } }],
    ['one field', { thinhoc: { customization: { color_primary: '#123456' } } }],
    ['one field of an entry', sessions({ webapp: [{ display_name: 'Mail', url: 'https://mail.example/' }] })],
    ['one field of an icon that entries require', sessions({ rdp: [{ display_name: 'Office', icon: { index: 1 } }] })],
    ['the free browser without its name', sessions({ webbrowser: [{ enable_adblock: false }] })],
    ['an entry whose name has a default', { thinhoc: { screensaver: { slides: [{ duration: 5 }] } } }],
    ['an empty list that profiles must fill', { thinhoc: { customization: { keyboard_layouts: [] } } }],
    ['what rules of profiles forbid', { thinhoc: { sip: { enabled: true, accounts: [{ user: 'anna' }] } } }],
  ])('can be %s, without defaults', (_name, part) => {
    expect(check(part)).toEqual({ value: part, faults: [] });
  });

  it('names the entries that it changes', () => {
    expect(faultsOf(sessions({ webapp: [{ url: 'https://mail.example/' }] }))).toEqual([
      '/thinhoc/sessions/webapp/0/display_name required',
    ]);
    const layouts = [{ name: 'Lobby', layout: [{ x: 1 }] }];
    expect(faultsOf({ thinhoc: { customization: { dashboard: { layouts } } } })).toEqual([
      '/thinhoc/customization/dashboard/layouts/0/layout/0/id required',
    ]);
  });

  it('has the limits of a definition', () => {
    const customization = { color_primary: 1, keyboard_layouts: ['nowhere'], other: true };
    expect(faultsOf({ thinhoc: { customization } }).sort()).toEqual([
      '/thinhoc/customization/color_primary type',
      '/thinhoc/customization/keyboard_layouts/0 enum',
      '/thinhoc/customization/other additionalProperties',
    ]);
  });

  it('has neither a version nor apps', () => {
    expect(faultsOf({ version: 2, thinhoc: { apps: {} } }).sort()).toEqual([
      '/thinhoc/apps additionalProperties',
      '/version additionalProperties',
    ]);
  });

  it('has complete widgets', () => {
    const faultsOfWidget = (widget: object) => {
      const layouts = [{ name: 'Lobby', layout: [{ id: 'a', widget }] }];
      return faultsOf({ thinhoc: { customization: { dashboard: { layouts } } } });
    };
    const at = '/thinhoc/customization/dashboard/layouts/0/layout/0/widget';
    expect(faultsOfWidget({ type: 'text', text: { text: 'Hello' } })).toEqual([]);
    expect(faultsOfWidget({ text: { text: 'Hello' } })).toEqual([`${at}/type required`]);
    expect(faultsOfWidget({ type: 'text' })).toEqual([`${at}/text required`]);
  });
});

describe.each([
  ['kiosk mode', '/thinhoc/kiosk', (reference: object) => ({ thinhoc: { kiosk: reference } })],
  ['autostart', '/thinhoc/autostart/0', (reference: object) => ({ thinhoc: { autostart: [reference] } })],
])("a layer's reference in %s", (_name, at, part) => {
  it('names a session, or has its position', () => {
    expect(faultsOf(part({ session_type: 'webapp', session: 'Mail' }))).toEqual([]);
    expect(faultsOf(part({ session_type: 'webapp', session_index: 1 }))).toEqual([]);
    expect(faultsOf(part({ session_type: 'webapp', session_index: 0, app_instance: 'a::b' }))).toEqual([]);
  });

  it.each([
    ['no type', { session: 'Mail' }, '/session_type required'],
    ['an empty name', { session_type: 'webapp', session: '' }, '/session minLength'],
    ['a long name', { session_type: 'webapp', session: 'x'.repeat(129) }, '/session maxLength'],
    ['a name that is no text', { session_type: 'webapp', session: 1 }, '/session type'],
    ['another field', { session_type: 'webapp', session: 'Mail', name: 'Mail' }, '/name additionalProperties'],
  ])('is refused with %s', (_case, reference, fault) => {
    expect(faultsOf(part(reference))).toEqual([at + fault]);
  });
});
