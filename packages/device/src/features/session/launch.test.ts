import { APP_CATALOG } from '@berth/contract/apps/catalog';
import { enableApp } from '@berth/contract/apps/install';
import { applyDefaults, defaultDefinition } from '@berth/contract/profile/defaults';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { expect, test } from 'vitest';
import type { Desktop } from '../../system/ports/desktop.ts';
import type { BrowserLaunch, RdpLaunch } from '../../system/ports/programs.ts';
import { entriesOf } from './entries.ts';
import { type LaunchSettings, launch } from './launch.ts';

const SETTINGS: LaunchSettings = {
  bridge: 'http://127.0.0.1:4711/',
  language: 'de-DE',
  fullscreen: false,
  scale: 1,
  darkTheme: true,
  highContrast: false,
  login: null,
  extension: null,
  onTrusted: () => {},
};
const running = { pid: 1, exited: new Promise<never>(() => {}), stop: async () => {}, isTrusted: false };

/** The launch of the first session of these types. */
function started(sessions: object, settings: Partial<LaunchSettings> = {}) {
  return startedOf({ sessions }, settings);
}

/** The launch of the first session in a profile. */
async function startedOf(thinhoc: object, settings: Partial<LaunchSettings> = {}) {
  const opened: { browser?: BrowserLaunch; rdp?: RdpLaunch } = {};
  const desktop = {
    openBrowser: async (browser: BrowserLaunch) => {
      opened.browser = browser;
      return running;
    },
    openRdp: async (rdp: RdpLaunch) => {
      opened.rdp = rdp;
      return running;
    },
  } as Partial<Desktop> as Desktop;
  const [entry] = entriesOf(applyDefaults(ProfileDefinition, { thinhoc }));
  if (!entry) throw new Error('the profile has no session');
  await launch(desktop, entry, { ...SETTINGS, ...settings });
  return opened;
}

const desk = {
  display_name: 'Desk',
  icon: {},
  default_host: 'rds',
  default_logon_domain: 'LOBBY',
  default_user: 'anna',
};
const typed = { host: 'other', domain: 'OTHER', user: 'grace', password: 'lobby' };
const rdpOf = async (fields: object, login: LaunchSettings['login'] = null, fullscreen = false) =>
  (await started({ rdp: [{ ...desk, ...fields }] }, { login, fullscreen })).rdp;

test('opens a remote desktop at the profile’s address with its defaults', async () => {
  expect(await rdpOf({ window_title: 'Office' })).toMatchObject({
    title: 'Office',
    host: 'rds',
    domain: 'LOBBY',
    user: 'anna',
    password: '',
  });
});

test('user input overrides the profile’s defaults but not its forced values', async () => {
  expect(await rdpOf({}, typed)).toMatchObject({ ...typed, reconnect: true });
  const forced = { force_default_host: true, force_default_logon_domain: true };
  expect(await rdpOf(forced, typed)).toMatchObject({ host: 'rds', domain: 'LOBBY', user: 'grace', password: 'lobby' });
});

test.each([
  ['auto_reconn_enabled', 'reconnect'],
  ['drive_hotplug_enabled', 'driveHotplug'],
  ['multi_display_enabled', 'multiDisplay'],
  ['smartcards_enabled', 'smartcards'],
  ['fullscreen_enabled', 'fullscreen'],
] as const)('%s of a remote desktop is switched on and off', async (field, part) => {
  for (const wanted of [true, false]) expect((await rdpOf({ [field]: wanted }))?.[part]).toBe(wanted);
});

test('users can turn off reconnecting unless the profile forces it', async () => {
  const once = { ...typed, reconnect: false };
  expect(await rdpOf({}, once)).toMatchObject({ reconnect: false });
  expect(await rdpOf({ force_auto_reconn_enabled: true }, once)).toMatchObject({ reconnect: true });
});

test('a remote desktop in kiosk mode is always full screen', async () => {
  expect(await rdpOf({ fullscreen_enabled: false }, null, true)).toMatchObject({ fullscreen: true });
});

test('a web app allows pinch zoom unless the profile forbids it', async () => {
  const app = { display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example/' };
  for (const disablePinchToZoom of [true, false]) {
    const { browser } = await started({ webapp: [{ ...app, disablePinchToZoom }] });
    expect(browser).toMatchObject({ kind: 'app', url: app.url, pinchToZoom: !disablePinchToZoom });
  }
});

test('the free browser uses the profile’s user agent and caret browsing', async () => {
  const web = { display_name: 'Web', url: 'https://example.com/' };
  const plain = await started({ webbrowser: [web] });
  expect(plain.browser).toMatchObject({ kind: 'browser', userAgent: null, caretBrowsing: false });
  const own = await started({ webbrowser: [{ ...web, custom_user_agent: 'Company', enable_caret_browsing: true }] });
  expect(own.browser).toMatchObject({ userAgent: 'Company', caretBrowsing: true });
});

test.each([1, 2])('an installed app of build %s opens its template’s web apps', async (build) => {
  const webapp = [{ type: 'webapp', display_name: 'News', window_title: 'News', url: 'https://news.example/' }];
  const installed = { 'company::news': { build, template: { thinhoc: { sessions: { webapp } } } } };
  const instances = { 'company::news': { enabled: true, settings: {} } };
  const { browser } = await startedOf({ apps: { enabled: ['company::news'], installed, instances } });
  expect(browser).toMatchObject({ kind: 'app', url: 'https://news.example/' });
});

test('a video conference opens with its configured protocol, server, and room', async () => {
  const settings = { PROTOCOL: 'http', SERVER_NAME: 'meet.example:8080', ROOM: 'bridge' };
  const { enabled, installed } = enableApp(
    defaultDefinition(),
    'thinhoc::video-conference',
    APP_CATALOG['thinhoc::video-conference'],
  ).thinhoc.apps;
  const instances = { 'thinhoc::video-conference': { enabled: true, settings } };
  const { browser } = await startedOf({ apps: { enabled, installed, instances } });
  expect(browser).toMatchObject({ kind: 'app', url: 'http://meet.example:8080/bridge' });
});
