import { describe, expect, it } from 'vitest';
import { validator, valueAt } from '../testing/rule-table.ts';
import { withinBounds } from './bounds.ts';
import { checkValue } from './check.ts';
import { ProfileDefinition } from './definition.ts';

const validate = validator(ProfileDefinition);
const check = (candidate: unknown) => checkValue(ProfileDefinition, candidate, validate);

describe('checking a definition', () => {
  it('accepts an empty one and completes it', () => {
    const { value, faults } = check({});
    expect(faults).toEqual([]);
    expect(valueAt(value, '/thinhoc/customization/color_primary')).toBe('#595959');
  });

  it('fills in empty values instead of refusing them', () => {
    const { value, faults } = check({ system: { auth: { closeSessionsOnLogout: null } } });
    expect(faults).toEqual([]);
    expect(valueAt(value, '/system/auth/auto-login-timeout')).toBe(10);
  });

  it.each([
    ['say"hello', []],
    ['two words; three', []],
    ['a b"c', ['phone-password']],
    ['x;answermode=auto', ['phone-password']],
  ])('reports invalid phone passwords: %s', (auth_pass, wanted) => {
    const sip = { enabled: true, accounts: [{ user: '100', auth_pass }] };
    const { faults } = check({ thinhoc: { sip } });
    expect(faults.map(({ path, rule }) => `${path} ${rule}`)).toEqual(
      wanted.map((name) => `/thinhoc/sip/accounts/0/auth_pass ${name}`),
    );
  });

  it.each([
    ['room 7; east', []],
    ['COMPANY\\room', []],
    ['say"hello', ['phone-user']],
    ['room\\', ['phone-user']],
    ['room;answermode=auto', ['phone-user']],
  ])('reports phone usernames that a machine cannot register: %s', (user, wanted) => {
    const sip = { enabled: true, accounts: [{ user, auth_pass: 'secret' }] };
    const { faults } = check({ thinhoc: { sip } });
    expect(faults.map(({ path, rule }) => `${path} ${rule}`)).toEqual(
      wanted.map((name) => `/thinhoc/sip/accounts/0/user ${name}`),
    );
  });

  it.each([undefined, null, ''])('requires auto-login-timeout beside the mode that needs it: %j', (timeout) => {
    const auth = { mode: 'auto-login', 'auto-login-timeout': timeout };
    const faults = (system: object) => check({ system }).faults.map(({ path, rule }) => `${path} ${rule}`);
    expect(faults({ auth })).toEqual(['/system/auth/auto-login-timeout required']);
    expect(faults({ auth: { ...auth, mode: 'external-login' } })).toEqual([]);
  });

  it('reports every fault once, with path, rule and what is allowed', () => {
    const { faults } = check({
      system: { auth: { localSessionTimeout: { timeout: 29 } }, network: { wifi: { mode: 'mesh' } } },
      thinhoc: {
        customization: { color_primary: 'red' },
        sessions: { webapp: [{ display_name: 'a', window_title: 'a', url: 'ftp://x' }] },
        unknown: 1,
      },
    });
    expect(faults.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual([
      '/system/auth/localSessionTimeout/timeout minimum',
      '/system/network/wifi/mode enum',
      '/thinhoc/customization/color_primary color',
      '/thinhoc/sessions/webapp/0/url page-address',
      '/thinhoc/unknown additionalProperties',
    ]);
    expect(faults.find(({ rule }) => rule === 'minimum')?.params).toMatchObject({ limit: 30 });
  });

  it('points at the missing field, and at the bad key of a map', () => {
    const { faults } = check({
      thinhoc: { sessions: { rdp: [{}] }, apps: { instances: { 'a/b': {} } } },
    });
    expect(faults.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual([
      '/thinhoc/apps/instances/a~1b property-name',
      '/thinhoc/sessions/rdp/0/display_name required',
      '/thinhoc/sessions/rdp/0/icon required',
    ]);
  });

  it('accepts blanks and symbols in a password, and checks only the digits of a color', () => {
    const sip = { enabled: true, accounts: [{ user: '100', auth_pass: ' \\☃' }] };
    const { faults } = check({ thinhoc: { sip, customization: { color_primary: 'red' } } });
    expect(faults.map(({ path, rule }) => `${path} ${rule}`)).toEqual(['/thinhoc/customization/color_primary color']);
  });

  it('refuses a value that is not an object', () => {
    expect(check([]).faults).toMatchObject([{ path: '', rule: 'type' }]);
    expect(check('x').faults).toMatchObject([{ path: '', rule: 'type' }]);
  });
});

describe('bounds', () => {
  it('stop a list of a million bad entries with one fault', () => {
    const webapp = new Array(1_000_000).fill(0);
    expect(check({ thinhoc: { sessions: { webapp } } }).faults).toMatchObject([
      { path: '/thinhoc/sessions/webapp', rule: 'maxItems', params: { limit: 64 } },
    ]);
  });

  it('stop an object of a hundred thousand unknown fields with one fault', () => {
    const system = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, 0]));
    expect(check({ system }).faults).toMatchObject([{ path: '/system', rule: 'maxProperties' }]);
  });

  it('count characters as JSON Schema does', () => {
    const agent = (custom_user_agent: string) => ({ thinhoc: { sessions: { webbrowser: [{ custom_user_agent }] } } });
    expect(withinBounds(ProfileDefinition, agent('😀'.repeat(512))).faults).toEqual([]);
    expect(withinBounds(ProfileDefinition, agent('😀'.repeat(513))).faults).toHaveLength(1);
  });

  it('count bytes where a network or the phone program counts them', () => {
    const wifi = (ssid: string) => ({
      thinhoc: { customization: { wifi_hint: { ssid } } },
      system: { network: { wifi: { hotspot: { ssid }, client: { ssid } } } },
    });
    const paths = ['/thinhoc/customization/wifi_hint/ssid', '/system/network/wifi/hotspot/ssid'];
    const rules = (value: object) =>
      checkValue(ProfileDefinition, value, () => []).faults.map(({ path, rule, params }) => [
        path,
        rule,
        params?.limit,
      ]);
    expect(rules(wifi('Переговорная на т'))).toEqual([]);
    expect(rules(wifi('Переговорная на третьем'))).toEqual(
      [...paths, '/system/network/wifi/client/ssid'].map((path) => [path, 'maxBytes', 32]),
    );
    // What was saved before the rule stood is completed all the same.
    const { value } = checkValue(ProfileDefinition, wifi('Переговорная на третьем'), () => []);
    expect(value).toMatchObject({ system: { clock: {} }, thinhoc: { screensaver: { enabled: false } } });
    const phone = (auth_pass: string) => ({ thinhoc: { sip: { accounts: [{ user: 'anna', auth_pass }] } } });
    expect(rules(phone('😀'.repeat(64)))).toEqual([]);
    expect(rules(phone('😀'.repeat(65)))).toEqual([['/thinhoc/sip/accounts/0/auth_pass', 'maxBytes', 256]]);
  });

  it('report other faults besides a text that is too long', () => {
    const webapp = [
      { display_name: 'x'.repeat(10_000), window_title: 'a', url: 'ftp://x' },
      { display_name: 'Second', window_title: 'a' },
    ];
    const { faults } = check({
      system: { auth: { localSessionTimeout: { timeout: 29 } } },
      thinhoc: { sessions: { webapp } },
    });
    expect(faults.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
      '/thinhoc/sessions/webapp/0/display_name maxLength',
      '/system/auth/localSessionTimeout/timeout minimum',
      '/thinhoc/sessions/webapp/0/url page-address',
      '/thinhoc/sessions/webapp/1/url required',
    ]);
  });
});
