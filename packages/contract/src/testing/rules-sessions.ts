import { PIXEL, type RuleExample } from './rule-table.ts';

const sessions = '/thinhoc/sessions';
const rdp = { display_name: 'Office', icon: {} };
const web = { display_name: 'Browser', url: 'https://example.org/' };
const app = { ...web, window_title: 'App' };
const engine = { url: 'https://search.example/?q={searchTerms}', bang: 'x', name: 'Search' };

/** Spec chapter 5, the rules for sessions and references to them. */
export const SESSION_RULES: readonly RuleExample[] = [
  {
    rule: 'an rdp session needs display_name and icon',
    at: `${sessions}/rdp/0`,
    valid: [rdp, { ...rdp, default_host: 'host.example:3389' }],
    invalid: [
      { value: { icon: {} }, faults: ['/display_name required'] },
      { value: { display_name: 'Office' }, faults: ['/icon required'] },
      { value: { ...rdp, display_name: '' }, faults: ['/display_name minLength'] },
    ],
  },
  {
    rule: 'an rdp session has no password and no line breaks (ours)',
    at: `${sessions}/rdp/0`,
    valid: [{ ...rdp, default_user: 'anna', default_logon_domain: 'OFFICE' }],
    invalid: [
      { value: { ...rdp, password: 'secret' }, faults: ['/password additionalProperties'] },
      { value: { ...rdp, default_user: 'anna\n/shell:evil' }, faults: ['/default_user pattern'] },
      { value: { ...rdp, default_host: 'a b' }, faults: ['/default_host pattern'] },
    ],
  },
  {
    rule: 'there is at most one webbrowser session',
    at: `${sessions}/webbrowser`,
    valid: [[], [web]],
    invalid: [{ value: [web, web], faults: [' maxItems'] }],
  },
  {
    rule: 'a webbrowser session needs display_name and url',
    at: `${sessions}/webbrowser/0`,
    valid: [web],
    invalid: [
      { value: { url: web.url }, faults: ['/display_name required'] },
      { value: { display_name: 'Browser' }, faults: ['/url required'] },
    ],
  },
  {
    rule: 'a search engine needs url, bang and name',
    at: `${sessions}/webbrowser`,
    valid: [[{ ...web, search_engine_providers: [engine] }]],
    invalid: [
      {
        value: [{ ...web, search_engine_providers: [{}] }],
        faults: ['url', 'bang', 'name'].map((field) => `/0/search_engine_providers/0/${field} required`),
      },
      {
        value: [{ ...web, search_engine_providers: [{ ...engine, url: 'https://search.example/' }] }],
        faults: ['/0/search_engine_providers/0/url pattern'],
      },
    ],
  },
  {
    rule: 'a webapp session needs display_name, url and window_title',
    at: `${sessions}/webapp/0`,
    valid: [app],
    invalid: [
      { value: { url: app.url, window_title: 'App' }, faults: ['/display_name required'] },
      { value: { display_name: 'App', window_title: 'App' }, faults: ['/url required'] },
      { value: web, faults: ['/window_title required'] },
    ],
  },
  {
    rule: 'only http and https addresses are opened (ours)',
    at: `${sessions}/webapp/0`,
    valid: [{ ...app, url: 'http://intranet:8080/start?x=1#y' }],
    invalid: [
      { value: { ...app, url: 'javascript:alert(1)' }, faults: ['/url pattern'] },
      { value: { ...app, url: 'file:///etc/passwd' }, faults: ['/url pattern'] },
      { value: { ...app, url: 'example.org' }, faults: ['/url pattern'] },
    ],
  },
  {
    rule: 'icon colors are # and 6 hex digits',
    at: `${sessions}/webapp/0`,
    valid: [{ ...app, icon: { symbol_color: '#0aF9Bc', background_color: '#000000' } }],
    invalid: [
      { value: { ...app, icon: { symbol_color: '#fff' } }, faults: ['/icon/symbol_color pattern'] },
      { value: { ...app, icon: { background_color: 'red' } }, faults: ['/icon/background_color pattern'] },
    ],
  },
  {
    rule: 'an icon is a symbol or a base64 PNG',
    at: `${sessions}/webapp/0`,
    valid: [
      { ...app, icon: { type: 'image', image: PIXEL } },
      { ...app, icon: { type: 'symbol', symbol: 'world' } },
    ],
    invalid: [
      { value: { ...app, icon: { type: 'emoji' } }, faults: ['/icon/type enum'] },
      { value: { ...app, icon: { type: 'image' } }, faults: ['/icon/image required'] },
      {
        value: { ...app, icon: { type: 'image', image: 'data:image/gif;base64,R0lGOA==' } },
        faults: ['/icon/image pattern'],
      },
    ],
  },
  {
    rule: 'autostart names sessions by type and position',
    at: '/thinhoc/autostart',
    valid: [[{ session_type: 'rdp', session_index: 0 }]],
    invalid: [
      { value: [{ session_type: 'ssh', session_index: 0 }], faults: ['/0/session_type enum'] },
      { value: [{ session_type: 'rdp', session_index: -1 }], faults: ['/0/session_index minimum'] },
      { value: [{ session_type: 'rdp' }], faults: ['/0/session_index required'] },
    ],
  },
  {
    rule: 'kiosk mode names one session or none',
    at: '/thinhoc/kiosk',
    valid: [{ session_type: 'none' }, { session_type: 'webapp', session_index: 2 }],
    invalid: [{ value: { session_type: 'all' }, faults: ['/session_type enum'] }],
  },
];
