import type { Deployment } from '@berth/contract/limits';

interface DemoProfile {
  readonly name: string;
  readonly deployment: Deployment;
  /** Values that differ from the defaults. */
  readonly definition: Readonly<Record<string, unknown>>;
  readonly places: readonly {
    readonly name: string;
    readonly count: number;
    readonly tag: string;
    readonly model: string;
    /** The logged-in user of the first machine. */
    readonly users?: readonly string[];
  }[];
}

const symbol = (name: string, background: string) => ({
  index: 0,
  type: 'symbol',
  symbol: name,
  symbol_color: '#FFFFFF',
  background_color: background,
});

/** A web app with an icon. */
export const webapp = (name: string, url: string, icon: string, background: string) => ({
  display_name: name,
  window_title: name,
  url,
  icon: symbol(icon, background),
});

/** Four ways to use a machine, with clear names. Addresses use example domains. */
export const PROFILES: readonly DemoProfile[] = [
  {
    name: 'Office',
    deployment: 'vanilla',
    definition: {
      thinhoc: {
        sessions: {
          webapp: [
            webapp('Mail', 'https://mail.berth.example/', 'mail', '#0B7285'),
            webapp('Files', 'https://files.berth.example/', 'folder', '#5F3DC4'),
          ],
        },
        customization: { info_section_content: '<h2>Welcome to the office</h2><p>Canteen: soup of the day.</p>' },
      },
      system: { remote: { live_view: true } },
    },
    places: [
      { name: 'Front desk', count: 2, tag: 'ground-floor', model: 'HP t640', users: ['m.lindqvist'] },
      { name: 'Accounting', count: 4, tag: 'first-floor', model: 'HP t640', users: ['a.petersen', 't.oezdemir'] },
      { name: 'Dispatch', count: 6, tag: 'warehouse', model: 'Dell OptiPlex 3000', users: ['k.johannsen'] },
    ],
  },
  {
    name: 'Meeting rooms',
    deployment: 'smartconference',
    definition: { thinhoc: { mirror: { enabled_features: { native: true, airplay: true } } } },
    places: [
      { name: 'Room 2', count: 1, tag: 'first-floor', model: 'Intel NUC 11' },
      { name: 'Room 3', count: 1, tag: 'first-floor', model: 'Intel NUC 11' },
      { name: 'Room 4', count: 1, tag: 'ground-floor', model: 'Intel NUC 11' },
    ],
  },
  {
    name: 'Lobby screens',
    deployment: 'smartsignage',
    definition: { thinhoc: { customization: { disable_status_bar: true } } },
    places: [{ name: 'Lobby', count: 2, tag: 'ground-floor', model: 'Elo i5 22"' }],
  },
  {
    name: 'Workshop',
    deployment: 'flex',
    definition: {
      thinhoc: {
        sessions: { webapp: [webapp('Orders', 'https://orders.berth.example/', 'list', '#C2255C')] },
      },
      system: { remote: { live_view: true } },
    },
    places: [{ name: 'Workbench', count: 5, tag: 'warehouse', model: 'HP t755', users: ['s.rahmani'] }],
  },
];
