import { describe, expect, it } from 'vitest';
import { DEPLOYMENTS, type Deployment } from '../limits.ts';
import { applyDefaults, defaultDefinition } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { appScreenEntries } from '../profile/entries.ts';
import { mirrorForm } from '../profile/forms/apps.ts';
import { formSchema } from '../profile/forms/form.ts';
import { rdpForm } from '../profile/forms/sessions.ts';
import { PATTERNS } from '../profile/patterns.ts';
import { validator } from '../testing/rule-table.ts';
import { isBetaApp } from './beta.ts';
import { APP_CATALOG, catalogEntry } from './catalog.ts';
import type { AppCatalogEntry } from './entry.ts';
import { appPrice, disableApp, enableApp, isAvailable } from './install.ts';
import { isAppAllowed, usableDefinition } from './usable.ts';

const entries: [string, AppCatalogEntry][] = Object.entries(APP_CATALOG);
const get = (name: string) => APP_CATALOG[`thinhoc::${name}` as keyof typeof APP_CATALOG] as AppCatalogEntry;

it('marks as beta on machines what the catalog does', () => {
  for (const [app, { beta }] of entries) expect(isBetaApp(app), app).toBe(beta);
});

it('allows an app on machines of the variants that the catalog says', () => {
  for (const [app, entry] of entries) {
    for (const deployment of DEPLOYMENTS) expect(isAppAllowed(app, deployment)).toBe(isAvailable(entry, deployment));
  }
});

describe('what a machine may use of a profile', () => {
  const layouts = [{ name: 'Menu', layout: [] }];
  const rdp = [{ display_name: 'Desk', icon: {}, default_host: 'desk.example' }];
  const usable = (enabled: string[], deployment: Deployment, instances: object = {}) => {
    const thinhoc = { apps: { enabled, instances }, customization: { dashboard: { layouts } }, sessions: { rdp } };
    const definition = applyDefaults(ProfileDefinition, { thinhoc }) as ProfileDefinition;
    const { apps, customization, sessions } = usableDefinition(definition, deployment).thinhoc;
    return { apps: apps.enabled, widgets: customization.dashboard.layouts.length, desktops: sessions.rdp.length };
  };

  it('has widgets and remote desktops only with their apps', () => {
    expect(usable([], 'flex')).toEqual({ apps: [], widgets: 0, desktops: 0 });
    const both = ['thinhoc::dashboard', 'thinhoc::rdp-client'];
    expect(usable(both, 'flex')).toEqual({ apps: both, widgets: 1, desktops: 1 });
  });

  it('has no app that its variant does not allow', () => {
    expect(usable(['thinhoc::rdp-client'], 'vanilla')).toEqual({ apps: [], widgets: 0, desktops: 0 });
  });

  it('has no app whose instance is off', () => {
    const off = { 'thinhoc::mirroring': { enabled: false }, 'thinhoc::dashboard': { enabled: false } };
    const enabled = ['thinhoc::mirroring', 'thinhoc::dashboard', 'thinhoc::whiteboard'];
    expect(usable(enabled, 'vanilla', off)).toEqual({ apps: ['thinhoc::whiteboard'], widgets: 0, desktops: 0 });
  });
});

describe('app prices (spec chapter 9)', () => {
  it.each([
    { name: 'dashboard', amount: 4, included: ['smartconference'], beta: false },
    { name: 'mirroring', amount: 6, included: ['smartconference'], beta: false },
    { name: 'rdp-client', amount: 6, included: [], beta: true, requires: 'flex' },
    { name: 'sip-client', amount: 5, included: ['smartconference'], beta: false },
    { name: 'whiteboard', amount: 4, included: ['smartconference'], beta: false },
    { name: 'hosted-desktop', amount: 6, included: [], beta: true },
  ])('$name costs $amount', ({ name, amount, included, beta, requires }) => {
    expect(get(name).pricing).toEqual({ type: 'paid', amount, deploymentsIncluded: included });
    expect(get(name).beta).toBe(beta);
    expect(get(name).requiresDeployment).toBe(requires);
    expect(get(name).category).toBe('thinhoc');
  });

  it('are nothing where the deployment includes the app', () => {
    expect(appPrice(get('dashboard'), 'smartconference')).toBe(0);
    expect(appPrice(get('dashboard'), 'flex')).toBe(4);
    expect(appPrice(get('zoom'), 'vanilla')).toBe(0);
  });

  it('go with the deployments an app works on', () => {
    expect(isAvailable(get('rdp-client'), 'flex')).toBe(true);
    expect(isAvailable(get('rdp-client'), 'vanilla')).toBe(false);
    expect(isAvailable(get('whiteboard'), 'vanilla')).toBe(true);
  });
});

describe('the catalog', () => {
  it('has communication, collaboration and product apps, a join-meeting entry among them', () => {
    expect(new Set(entries.map(([, entry]) => entry.category))).toEqual(
      new Set(['thinhoc', 'communication', 'collaboration']),
    );
    expect(catalogEntry('thinhoc::join-meeting')?.category).toBe('communication');
    expect(catalogEntry('thinhoc::unheard-of')).toBeUndefined();
    expect(catalogEntry('constructor')).toBeUndefined();
  });

  it('draws app forms from the schema of the profile', () => {
    expect(get('rdp-client').settingsForm?.schema).toEqual(formSchema(rdpForm));
    expect(get('mirroring').settingsForm?.uischema).toBe(mirrorForm.uischema);
    expect(get('video-conference').settingsForm?.configptr).toBe('/thinhoc/apps/instances/thinhoc::video-conference');
  });
});

describe.each(entries)('%s', (key, entry) => {
  const enabled = enableApp(defaultDefinition(), key, entry);

  it('has a key and an icon the profile takes', () => {
    expect(key).toMatch(new RegExp(PATTERNS['app-key'], 'u'));
    expect(validator(ProfileDefinition)(enabled)).toEqual([]);
  });

  it('leaves nothing but its settings after removal', () => {
    expect(enabled.thinhoc.apps.enabled).toEqual([key]);
    expect(enableApp(enabled, key, entry)).toEqual(enabled);
    expect(disableApp(enabled, key)).toEqual(defaultDefinition());
  });

  it('has a settings form that compiles strictly', () => {
    if (entry.settingsForm) expect(() => validator(entry.settingsForm?.schema ?? {})).not.toThrow();
    else expect(entry.definition.template.thinhoc.sessions.webapp.every(({ url }) => !url.includes('{{'))).toBe(true);
  });
});

describe('an enabled app', () => {
  const tiles = (key: string, entry: AppCatalogEntry) => appScreenEntries(enableApp(defaultDefinition(), key, entry));

  it.each(entries.filter(([, { category }]) => category !== 'thinhoc'))('%s has its tile', (key, entry) => {
    // Nextcloud has no server until the administrator names one.
    expect(tiles(key, entry)).toHaveLength(key === 'thinhoc::nextcloud' ? 0 : 1);
  });

  it.each(['mirroring', 'sip-client', 'whiteboard'])('%s is a screen of the session', (name) => {
    expect(tiles(`thinhoc::${name}`, get(name))).toMatchObject([
      { type: 'app', app_instance: `thinhoc::${name}`, icon: get(name).icon },
    ]);
  });

  it('is off where its catalog entry starts it so', () => {
    const off = { ...get('whiteboard'), defaultInstances: { enabled: false } };
    expect(tiles('thinhoc::whiteboard', off)).toEqual([]);
    const definition = enableApp(defaultDefinition(), 'thinhoc::whiteboard', off);
    expect(definition.thinhoc.apps.instances['thinhoc::whiteboard']?.enabled).toBe(false);
  });

  it('opens on the server its instance names', () => {
    const definition = enableApp(defaultDefinition(), 'thinhoc::nextcloud', get('nextcloud'));
    definition.thinhoc.apps.instances['thinhoc::nextcloud'] = {
      enabled: true,
      settings: { PROTOCOL: 'https', SERVER_NAME: 'cloud.example' },
    };
    expect(appScreenEntries(definition)).toMatchObject([{ url: 'https://cloud.example/', display_name: 'Nextcloud' }]);
  });

  it('has a tile for each of its instances, by the name that each was given', () => {
    const definition = enableApp(defaultDefinition(), 'thinhoc::video-conference', get('video-conference'));
    const settings = (ROOM: string) => ({ PROTOCOL: 'https', SERVER_NAME: 'meet.example', ROOM });
    definition.thinhoc.apps.instances['thinhoc::video-conference'] = {
      enabled: true,
      name: 'Bridge',
      settings: settings('bridge'),
      further: [{ name: 'Engine room', settings: settings('engine') }],
    };
    expect(validator(ProfileDefinition)(definition)).toEqual([]);
    expect(appScreenEntries(definition)).toMatchObject([
      { display_name: 'Bridge', url: 'https://meet.example/bridge', index: 0 },
      { display_name: 'Engine room', url: 'https://meet.example/engine', index: 1 },
    ]);
  });

  it('has one session for each instance where there can be several', () => {
    const several = entries.filter(([, { settingsForm }]) => settingsForm?.configptr.includes('/instances/'));
    expect(several.map(([, { definition }]) => definition.template.thinhoc.sessions.webapp.length)).toEqual([1, 1, 1]);
  });

  it('keeps its settings while it is off', () => {
    const on = enableApp(defaultDefinition(), 'thinhoc::video-conference', get('video-conference'));
    const settings = { PROTOCOL: 'https', SERVER_NAME: 'meet.example', ROOM: 'board' };
    on.thinhoc.apps.instances['thinhoc::video-conference'] = { enabled: true, settings };
    const again = enableApp(
      disableApp(on, 'thinhoc::video-conference'),
      'thinhoc::video-conference',
      get('video-conference'),
    );
    expect(again).toEqual(on);
  });
});
