import type { RuleExample } from './rule-table.ts';

const auth = '/system/auth';
const wifi = '/system/network/wifi';
const dns = '/system/network/dns';

/** Spec chapter 5, the rules for the system part of a definition. */
export const SYSTEM_RULES: readonly RuleExample[] = [
  {
    rule: 'version is a whole number from 1',
    at: '/version',
    valid: [1, 7],
    invalid: [
      { value: 0, faults: [' minimum'] },
      { value: '1', faults: [' type'] },
    ],
  },
  {
    rule: 'login mode is external-login or auto-login',
    at: auth,
    valid: [{ mode: 'external-login' }, { mode: 'auto-login', 'auto-login-timeout': 10 }],
    invalid: [{ value: { mode: 'guest' }, faults: ['/mode enum'] }],
  },
  {
    rule: 'auto-login-timeout is a whole number, at least 1',
    at: `${auth}/auto-login-timeout`,
    valid: [1, 3600],
    invalid: [
      { value: 0, faults: [' minimum'] },
      { value: 1.5, faults: [' type'] },
    ],
  },
  {
    rule: 'auto-login-timeout is required with auto-login',
    at: auth,
    valid: [{ mode: 'auto-login', 'auto-login-timeout': 1 }, { mode: 'external-login' }],
    invalid: [{ value: { mode: 'auto-login' }, faults: ['/auto-login-timeout required'] }],
  },
  {
    rule: 'local session timeout is 30 to 720 minutes',
    at: `${auth}/localSessionTimeout/timeout`,
    valid: [30, 720],
    invalid: [
      { value: 29, faults: [' minimum'] },
      { value: 721, faults: [' maximum'] },
    ],
  },
  {
    rule: 'local session timeout action is one of five',
    at: `${auth}/localSessionTimeout/actionOnTimeout`,
    valid: ['nothing', 'blank', 'suspend', 'logout', 'interactive'],
    invalid: [{ value: 'explode', faults: [' enum'] }],
  },
  {
    rule: 'wifi mode is disabled, client or hotspot',
    at: `${wifi}/mode`,
    valid: ['disabled', 'client', 'hotspot'],
    invalid: [{ value: 'mesh', faults: [' enum'] }],
  },
  {
    rule: 'wifi ssid has at most 32 characters',
    at: wifi,
    valid: [{ client: { ssid: 'x'.repeat(32) }, hotspot: { ssid: 'x'.repeat(32) } }],
    invalid: [
      { value: { client: { ssid: 'x'.repeat(33) } }, faults: ['/client/ssid maxLength'] },
      { value: { hotspot: { ssid: 'x'.repeat(33) } }, faults: ['/hotspot/ssid maxLength'] },
    ],
  },
  {
    rule: 'a wifi client needs an ssid unless it uses the system settings',
    at: wifi,
    valid: [
      { mode: 'client', client: { use_system_settings: false, ssid: 'office' } },
      { mode: 'client', client: { use_system_settings: true } },
      { mode: 'disabled', client: { use_system_settings: false } },
    ],
    invalid: [
      { value: { mode: 'client', client: { use_system_settings: false } }, faults: ['/client/ssid required'] },
      { value: { client: { use_system_settings: false } }, faults: ['/client/ssid required'] },
      { value: { client: { use_system_settings: false, ssid: '' } }, faults: ['/client/ssid minLength'] },
    ],
  },
  {
    rule: 'a hotspot needs an ssid unless it takes the device name (ours)',
    at: wifi,
    valid: [
      { mode: 'hotspot', hotspot: { ssid_use_devname: false, ssid: 'guests' } },
      { mode: 'hotspot', hotspot: { ssid_use_devname: true } },
    ],
    invalid: [{ value: { mode: 'hotspot', hotspot: { ssid_use_devname: false } }, faults: ['/hotspot/ssid required'] }],
  },
  {
    rule: 'wifi passwords have at least 8 characters',
    at: wifi,
    valid: [{ client: { password: '12345678' }, hotspot: { password: '12345678' } }],
    invalid: [
      { value: { client: { password: '1234567' } }, faults: ['/client/password minLength'] },
      { value: { hotspot: { password: '1234567' } }, faults: ['/hotspot/password minLength'] },
    ],
  },
  {
    rule: 'wifi regulations are EU, UK or RU',
    at: `${wifi}/localRegulations`,
    valid: ['EU', 'UK', 'RU'],
    invalid: [{ value: 'US', faults: [' enum'] }],
  },
  {
    rule: 'name servers are IPv4 and IPv6 addresses',
    at: dns,
    valid: [{ servers4: ['9.9.9.9'], servers6: ['2620:fe::fe'] }],
    invalid: [
      { value: { servers4: ['9.9.9'] }, faults: ['/servers4/0 format'] },
      { value: { servers6: ['9.9.9.9'] }, faults: ['/servers6/0 format'] },
      { value: { servers4: ['9.9.9.9', '9.9.9.9'] }, faults: ['/servers4 uniqueItems'] },
    ],
  },
  {
    rule: 'search domains are domains (ours)',
    at: '/system/network/search-domains',
    valid: [['example.org', 'lan']],
    invalid: [{ value: ['-bad.example'], faults: ['/0 pattern'] }],
  },
  {
    rule: 'an enabled OpenVPN tunnel needs its configuration (ours)',
    at: '/system/network/vpn/openvpn',
    valid: [{ enabled: true, config: 'remote vpn.example.org\nauth-user-pass' }, { enabled: false }],
    invalid: [
      { value: { enabled: true }, faults: ['/config required'] },
      { value: { enabled: true, config: '' }, faults: ['/config minLength'] },
    ],
  },
  {
    rule: 'a time zone is named as the time zone database names it (ours)',
    at: '/system/clock',
    valid: [{ time_zone: 'Europe/Berlin' }, { time_zone: 'America/Argentina/Buenos_Aires' }, {}],
    invalid: [{ value: { time_zone: '../etc/passwd' }, faults: ['/time_zone pattern'] }],
  },
  {
    rule: 'the home screen is on one of the first monitors (ours)',
    at: '/system/displays',
    valid: [{ home_monitor: 2, sessions: 'beside-home' }, { arrangement: 'mirrored', rotation: 'left' }, {}],
    invalid: [
      { value: { home_monitor: 0 }, faults: ['/home_monitor minimum'] },
      { value: { rotation: 'upside' }, faults: ['/rotation enum'] },
    ],
  },
  {
    rule: 'no field is unknown',
    at: '/system',
    valid: [{ accessibility: { osk_enabled: true }, customization: { 'global-dark-theme': false } }],
    invalid: [{ value: { accessibility: { zoom: 2 } }, faults: ['/accessibility/zoom additionalProperties'] }],
  },
];
