import { PIXEL, type RuleExample } from './rule-table.ts';

const custom = '/thinhoc/customization';
const saver = '/thinhoc/screensaver';

/** Spec chapter 5, the rules for apps, calls, mirroring, the home screen and the screensaver. */
export const THINHOC_RULES: readonly RuleExample[] = [
  {
    rule: 'the list of enabled apps is unique',
    at: '/thinhoc/apps/enabled',
    valid: [['thinhoc::whiteboard', 'thinhoc::mirroring']],
    invalid: [
      { value: ['thinhoc::whiteboard', 'thinhoc::whiteboard'], faults: [' uniqueItems'] },
      { value: ['whiteboard'], faults: ['/0 pattern'] },
    ],
  },
  {
    rule: 'an installed app has build 1 or 2 and a template',
    at: '/thinhoc/apps/installed/thinhoc::example',
    valid: [{ build: 1 }, { build: 2, template: { thinhoc: { sessions: { webapp: [] } } } }],
    invalid: [
      { value: { build: 3 }, faults: ['/build enum'] },
      { value: {}, faults: ['/build required'] },
      {
        value: {
          build: 1,
          template: {
            thinhoc: {
              sessions: { webapp: [{ type: 'rdp', display_name: 'A', window_title: 'A', url: 'https://a.example/' }] },
            },
          },
        },
        faults: ['/template/thinhoc/sessions/webapp/0/type enum'],
      },
    ],
  },
  {
    rule: 'video-conference PROTOCOL is http or https',
    at: '/thinhoc/apps/instances/thinhoc::video-conference/settings',
    valid: [
      { PROTOCOL: 'http', SERVER_NAME: 'meet.example', ROOM: 'a' },
      { PROTOCOL: 'https', SERVER_NAME: 'meet.example:8443' },
    ],
    invalid: [
      { value: { PROTOCOL: 'ftp', SERVER_NAME: 'meet.example' }, faults: ['/PROTOCOL enum'] },
      { value: { PROTOCOL: 'https', SERVER_NAME: 'a/b' }, faults: ['/SERVER_NAME pattern'] },
    ],
  },
  {
    rule: 'video-conference PROTOCOL and SERVER_NAME are required',
    at: '/thinhoc/apps/instances/thinhoc::video-conference/settings',
    valid: [{ PROTOCOL: 'https', SERVER_NAME: 'meet.example' }],
    invalid: [
      { value: { SERVER_NAME: 'meet.example' }, faults: ['/PROTOCOL required'] },
      { value: { PROTOCOL: 'https' }, faults: ['/SERVER_NAME required'] },
    ],
  },
  {
    rule: 'SIP user and password are required when SIP is enabled',
    at: '/thinhoc/sip',
    valid: [
      { enabled: true, accounts: [{ user: '100', auth_pass: 'x' }] },
      { enabled: false, accounts: [{}] },
    ],
    invalid: [
      {
        value: { enabled: true, accounts: [{}] },
        faults: ['/accounts/0/user required', '/accounts/0/auth_pass required'],
      },
      {
        value: { enabled: true, accounts: [{ user: '', auth_pass: 'x' }] },
        faults: ['/accounts/0/user minLength'],
      },
    ],
  },
  {
    rule: 'mirroring accepts always, never or smart',
    at: '/thinhoc/mirror/accept_new_connections',
    valid: ['always', 'never', 'smart'],
    invalid: [
      { value: 'sometimes', faults: [' enum'] },
      { value: 'other', faults: [' enum'] },
    ],
  },
  {
    rule: 'mirror auto-accept timeout is a whole number from 1 to 120',
    at: '/thinhoc/mirror/auto_accept_timeout/timeout',
    valid: [1, 120],
    invalid: [
      { value: 0, faults: [' minimum'] },
      { value: 121, faults: [' maximum'] },
      { value: 2.5, faults: [' type'] },
    ],
  },
  {
    rule: 'UI scaling is a whole number from 1 to 4',
    at: `${custom}/scaling_factors/ui_scaling_factor`,
    valid: [1, 4],
    invalid: [
      { value: 0, faults: [' minimum'] },
      { value: 5, faults: [' maximum'] },
      { value: 1.5, faults: [' type'] },
    ],
  },
  {
    rule: 'text scaling is a whole number from 0 to 5',
    at: `${custom}/scaling_factors/text_scaling_factor`,
    valid: [0, 5],
    invalid: [
      { value: -1, faults: [' minimum'] },
      { value: 6, faults: [' maximum'] },
      { value: 0.5, faults: [' type'] },
    ],
  },
  {
    rule: 'keyboard layouts are at least one European country code',
    at: `${custom}/keyboard_layouts`,
    valid: ['DE', 'AD US', 'AT BE CH CZ DK ES FI FR GB GR HU', 'IE IT LU NL NO PL PT RO SE SK UA'].map((codes) =>
      codes.split(' '),
    ),
    invalid: [
      { value: [], faults: [' minItems'] },
      { value: ['JP'], faults: ['/0 enum'] },
    ],
  },
  {
    rule: 'colors are # and 6 hex digits',
    at: custom,
    valid: [{ color_primary: '#00ff00', color_secondary: '#ABCDEF' }],
    invalid: [
      { value: { color_primary: '00ff00' }, faults: ['/color_primary pattern'] },
      { value: { color_secondary: '#00ff0' }, faults: ['/color_secondary pattern'] },
      { value: { color_secondary: '#00ff0g' }, faults: ['/color_secondary pattern'] },
    ],
  },
  {
    rule: 'the Wi-Fi hint follows the rules on ssid and password',
    at: `${custom}/wifi_hint`,
    valid: [{ ssid: 'guests', password: 'welcome1' }, {}],
    invalid: [
      { value: { ssid: 'x'.repeat(33) }, faults: ['/ssid maxLength'] },
      { value: { password: 'short' }, faults: ['/password minLength'] },
    ],
  },
  {
    rule: 'ping indicators have a name and a host (ours)',
    at: `${custom}/custom_ping_indicators/0`,
    valid: [{ name: 'Printer', host: '192.0.2.7' }],
    invalid: [{ value: { name: 'Printer', host: '-O /etc' }, faults: ['/host pattern'] }],
  },
  {
    rule: 'the screensaver shows after 15 seconds at the earliest',
    at: saver,
    valid: [{ show_after: 15, duration: 4, slides: [] }],
    invalid: [{ value: { show_after: 14, duration: 4, slides: [] }, faults: ['/show_after minimum'] }],
  },
  {
    rule: 'screensaver duration and slides are required',
    at: saver,
    valid: [{ duration: 4, slides: [] }],
    invalid: [
      { value: { slides: [] }, faults: ['/duration required'] },
      { value: { duration: 4 }, faults: ['/slides required'] },
    ],
  },
  {
    rule: 'image slides need an image',
    at: saver,
    valid: [{ duration: 4, slides: [{ type: 'image', image: PIXEL }] }],
    invalid: [{ value: { duration: 4, slides: [{ type: 'image' }] }, faults: ['/slides/0/image required'] }],
  },
  {
    rule: 'video slides need a video',
    at: saver,
    valid: [{ duration: 4, slides: [{ type: 'video', video: 'https://example.org/a.mp4' }] }],
    invalid: [{ value: { duration: 4, slides: [{ type: 'video' }] }, faults: ['/slides/0/video required'] }],
  },
];
