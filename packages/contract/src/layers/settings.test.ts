import { describe, expect, it } from 'vitest';
import { applyDefaults, defaultDefinition } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { FULL_DEFINITION } from '../testing/full-definition.ts';
import { layerSettings, profileSettings } from './settings.ts';

const ofLayer = (definition: object) => layerSettings({ definition, off: [], locks: [] });
const ofProfile = (definition: object) => profileSettings(applyDefaults(ProfileDefinition, definition));
const webapps = (...webapp: unknown[]) => ({ thinhoc: { sessions: { webapp } } });
const mail = { display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example/' };
const list = '/thinhoc/sessions/webapp';

describe('a layer', () => {
  it('says its values one by one, entries by their key, and what it switches off', () => {
    const definition = { system: { clock: { time_zone: 'Europe/Zurich' } }, ...webapps(mail) };
    expect(layerSettings({ definition, off: [`${list}/wiki`], locks: [] })).toEqual([
      { path: '/system/clock/time_zone', kind: 'value', value: 'Europe/Zurich' },
      { path: list, kind: 'list' },
      { path: `${list}/mail`, kind: 'entry' },
      { path: `${list}/mail/display_name`, kind: 'value', value: 'Mail' },
      { path: `${list}/mail/window_title`, kind: 'value', value: 'Mail' },
      { path: `${list}/mail/url`, kind: 'value', value: 'https://mail.example/' },
      { path: `${list}/wiki`, kind: 'off' },
    ]);
  });

  it('brings no entry with a part of one', () => {
    expect(ofLayer(webapps({ display_name: 'Mail' }))).toEqual([
      { path: list, kind: 'list' },
      { path: `${list}/mail/display_name`, kind: 'value', value: 'Mail' },
    ]);
  });

  it('says texts of a list as entries', () => {
    expect(ofLayer({ thinhoc: { customization: { keyboard_layouts: ['FR'] } } })).toEqual([
      { path: '/thinhoc/customization/keyboard_layouts', kind: 'list' },
      { path: '/thinhoc/customization/keyboard_layouts/fr', kind: 'entry', value: 'FR' },
    ]);
  });

  it('says default values and empty lists too', () => {
    expect(ofLayer({ system: { accessibility: { osk_enabled: false } }, ...webapps() })).toEqual([
      { path: '/system/accessibility/osk_enabled', kind: 'value', value: false },
      { path: list, kind: 'list' },
    ]);
  });

  it('says nothing with fields that are unknown or not set', () => {
    expect(ofLayer({ other: 1, system: null, thinhoc: { other: {}, sessions: { webapp: undefined } } })).toEqual([]);
    expect(ofLayer({ thinhoc: { kiosk: undefined } })).toEqual([]);
    expect(ofLayer({ thinhoc: { sessions: { webapp: [null, { other: 1 }] } } })).toEqual([
      { path: list, kind: 'list' },
    ]);
    expect(ofLayer({ thinhoc: { sessions: { webapp: null } } })).toEqual([{ path: list, kind: 'list' }]);
  });
});

describe('a profile', () => {
  it('says nothing with the defaults of the product', () => {
    expect(profileSettings(defaultDefinition())).toEqual([]);
    expect(ofProfile({ thinhoc: { kiosk: { session_type: 'none', session_index: 3 } } })).toEqual([]);
  });

  it('says nothing with the defaults of an entry', () => {
    const paths = ofProfile(webapps({ ...mail, icon: { symbol: 'star' } })).map(({ path }) => path);
    const fields = ['display_name', 'icon/symbol', 'url', 'window_title'];
    expect(paths.sort()).toEqual([list, `${list}/mail`, ...fields.map((field) => `${list}/mail/${field}`)]);
  });

  it('says that a list is empty where the product has entries', () => {
    const browser = { display_name: 'Internet', url: 'https://start.example/', content_filter_lists: [] };
    const settings = ofProfile({ thinhoc: { sessions: { webbrowser: [browser] } } });
    const path = '/thinhoc/sessions/webbrowser/browser/content_filter_lists';
    expect(settings.filter((setting) => setting.path.startsWith(path))).toEqual([{ path, kind: 'list' }]);
  });

  it('says each app list, widget and reference as a whole', () => {
    const { apps, kiosk, customization } = FULL_DEFINITION.thinhoc;
    const values = new Map(profileSettings(FULL_DEFINITION).map(({ path, value }) => [path, value]));
    expect(values.get('/thinhoc/apps/enabled')).toEqual(apps.enabled);
    expect(values.get('/thinhoc/apps/installed')).toEqual(apps.installed);
    expect(values.get('/thinhoc/apps/instances')).toEqual(apps.instances);
    expect(values.get('/thinhoc/kiosk')).toEqual({ session_type: kiosk.session_type, session: '#1' });
    const [tile] = customization.dashboard.layouts[0]?.layout ?? [];
    expect(values.get('/thinhoc/customization/dashboard/layouts/lobby/layout/w0/widget')).toEqual(tile?.widget);
  });
});
