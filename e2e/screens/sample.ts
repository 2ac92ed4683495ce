/** A realistic home screen: enough tiles for two rows, a long German word, a remote desktop, an announcement. */
const TILES = [
  ['Timetable', 'clock', '#171799'],
  ['Mail', 'mail', '#0b7285'],
  ['Calendar', 'calendar', '#5f3dc4'],
  ['Wiki', 'book', '#2b8a3e'],
  ['Tickets', 'ticket', '#d9480f'],
  ['Zeiterfassungsportal der Verwaltung', 'users', '#364fc7'],
  ['Intranet', 'world', '#862e9c'],
  ['Video call', 'video', '#c2255c'],
] as const;

const icon = (symbol: string, background_color: string) => ({
  index: 0,
  type: 'symbol',
  symbol,
  symbol_color: '#FFFFFF',
  background_color,
});

/** Widgets next to the announcement. */
const WIDGETS = [
  { id: 'wifi', x: 0, y: 0, w: 6, h: 1, widget: { type: 'qr', qr: { title: '', type: 'wifi_hint' } } },
  {
    id: 'help',
    x: 6,
    y: 0,
    w: 6,
    h: 1,
    widget: {
      type: 'button',
      button: {
        text: 'Haustechnik rufen',
        icon: 'none',
        action: { type: 'webhook', webhook: { type: 'post', url: 'https://a.example/' } },
      },
    },
  },
];

/** Lets flex machines use the remote desktop. */
export const RDP_APP = 'thinhoc::rdp-client';

export const SAMPLE_DEFINITION = {
  thinhoc: {
    apps: { enabled: ['thinhoc::dashboard'] },
    sessions: {
      rdp: [
        {
          display_name: 'Windows desktop',
          icon: icon('device-desktop', '#343a40'),
          default_host: 'rds.company.example',
        },
      ],
      webapp: TILES.map(([name, symbol, color]) => ({
        display_name: name,
        url: 'http://127.0.0.1/',
        window_title: name,
        icon: icon(symbol, color),
      })),
    },
    customization: {
      info_section_content:
        '<h2>Good morning</h2><p>The fire drill is on <b>Tuesday at 10</b>. We meet in the yard.</p>',
      wifi_hint: { ssid: 'Office guests', password: 'good-welcome' },
      dashboard: { layouts: [{ name: 'Desk', layout: WIDGETS }] },
    },
  },
} as const;

/** Locations of machines. */
export const ROOMS = [
  'Room 2',
  'Besprechungsraum Nordseeküste 2',
  'Lobby',
  'Accounting 1',
  'Canteen',
  'Kasse',
  'Loading bay',
  'Werkstatt',
  'Print room',
  'Library',
  'Training 4',
  'Customs',
] as const;
