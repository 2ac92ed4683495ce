/**
 * The areas that each journey drives: folders of console (`src/areas`), session (`src`), server and device
 * (`src/features`), and shared ones below `packages`. A change in one of them runs the journey.
 */
export const journeyAreas: Readonly<Record<string, Areas>> = {
  account: {
    shared: ['web/src/data/auth'],
    console: ['account', 'api-keys', 'audit', 'identity', 'webhooks'],
    server: ['api-keys', 'audit', 'identity', 'webhooks'],
  },
  'berth-os': { console: ['os', 'profiles'], server: ['os', 'profiles'] },
  bundle: { shared: ['simulator'], server: ['demo', 'identity'] },
  cli: {
    shared: ['cli'],
    console: ['identity'],
    server: ['api-keys', 'changes', 'commands', 'identity', 'machines', 'profiles'],
  },
  colleagues: { console: ['dashboard', 'profiles'], server: ['organizations', 'profiles'] },
  'console-accessibility': {
    console: [
      'account',
      'billing',
      'dialogs',
      'identity',
      'machines',
      'organizations',
      'parts',
      'product-ids',
      'profiles',
      'server',
    ],
    server: ['billing', 'organizations', 'product-ids'],
  },
  'console-daily': { console: ['dashboard', 'machines', 'rollouts'], server: ['machines', 'rollouts'] },
  'console-editing': {
    console: ['apps', 'profiles', 'schedules'],
    server: ['profiles', 'schedules'],
  },
  'console-failures': {
    console: ['identity', 'organizations', 'parts', 'profiles'],
    server: ['organizations', 'profiles', 'service'],
  },
  'console-keyboard': {
    console: ['account', 'api-keys', 'enrollment', 'machines', 'organizations', 'palette'],
    server: ['organizations'],
  },
  'console-fit': { shared: ['contract/src/texts', 'console/src/ui'], console: ['parts', 'profiles', 'shell'] },
  'low-vision': { shared: ['console/src/ui'], console: ['machines', 'parts', 'shell'] },
  printing: { shared: ['console/src/ui'], console: ['audit', 'guide', 'machines', 'parts', 'shell'] },
  'console-lists': { console: ['audit', 'machines', 'parts', 'profiles', 'shell'], server: ['audit', 'machines'] },
  console: {
    shared: ['console/src/app', 'console/src/data', 'console/src/ui'],
    console: ['dialogs', 'identity', 'palette', 'shell', 'tour'],
    server: ['identity'],
  },
  demo: { shared: ['simulator'], console: ['shell'], server: ['demo'] },
  docs: { server: ['service'] },
  'first-minute': { console: ['dashboard', 'enrollment', 'organizations', 'profiles'], server: ['organizations'] },
  'free-tier': { console: ['billing', 'dialogs', 'machines'], server: ['commands', 'organizations'] },
  guide: { console: ['guide', 'palette', 'shell'], server: [] },
  'search-typing': { console: ['audit', 'guide', 'palette', 'profiles'], server: [] },
  'slow-start': { shared: ['console/src/app', 'console/src/ui', 'client'], console: ['shell'], server: [] },
  'machine-values': { shared: ['contract/src/profile'], console: ['profiles'], server: ['machines'] },
  'tag-rules': { console: ['enrollment', 'machines', 'parts'], server: ['machines'] },
  'task-clicks': { console: ['machines', 'profiles', 'remote', 'shell'], server: [] },
  greeter: { session: ['greeter', 'sign-in'], server: ['organizations', 'product-ids'], device: ['login', 'session'] },
  'keyboard-editing': {
    console: ['billing', 'machines', 'profiles', 'rollouts', 'schedules', 'webhooks'],
    server: ['billing', 'identity', 'rollouts', 'schedules', 'webhooks'],
  },
  layers: { console: ['layers', 'machines', 'profiles'], server: ['machines', 'profiles'] },
  'machine-apps': {
    shared: ['device/src/bridge', 'web/src/board'],
    console: ['share'],
    session: ['mirror', 'whiteboard'],
    server: ['signaling'],
    device: ['whiteboard'],
  },
  'machine-comfort': {
    shared: ['device/src/system'],
    session: ['accessibility', 'keys', 'parts', 'peripherals'],
    device: ['accessibility', 'buttons', 'keyboard', 'machine'],
  },
  'machine-to-machine': { session: ['calls', 'mirror'], server: ['signaling'], device: ['airplay', 'calls'] },
  'machine-windows': { shared: ['device/src/system'], session: ['home'], device: ['session'] },
  machines: {
    console: ['dashboard', 'enrollment', 'machines', 'product-ids'],
    session: ['calls'],
    server: ['commands', 'machines', 'product-ids'],
    device: ['calls', 'commands', 'debug-file', 'logs'],
  },
  'main-job': {
    console: ['machines', 'profiles'],
    session: ['bridge', 'definition', 'home', 'network', 'sign-in', 'state', 'wizard'],
    server: ['commands', 'machines', 'profiles'],
    device: ['commands', 'home', 'network', 'online', 'profile', 'session'],
  },
  mirror: {
    shared: ['contract/src/signaling', 'web/src/data/mirror'],
    console: ['share'],
    session: ['mirror', 'kiosk'],
    server: ['signaling'],
  },
  nodes: { shared: ['server/src/gateway'], server: ['commands', 'machines', 'profiles'] },
  organization: { console: ['billing', 'organizations'], server: ['alerts', 'billing', 'organizations'] },
  peers: { server: ['signaling'] },
  'profile-editor': { console: ['apps', 'profiles'], session: ['definition'], server: ['profiles'] },
  'profile-forms': {
    shared: ['console/src/forms', 'contract/src/profile'],
    console: ['profiles'],
    server: ['profiles'],
  },
  'profile-page': { console: ['profiles'], server: ['profiles'] },
  'remote-desktop': { console: ['remote'], session: ['rdp'], device: ['session'] },
  remote: {
    console: ['remote'],
    session: ['emergency', 'live-view', 'remote'],
    server: ['audit', 'commands', 'machines'],
    device: ['live-view', 'notifications', 'remote-control'],
  },
  rollouts: { console: ['layers', 'rollouts'], server: ['rollouts'] },
  'room-calendar': { session: ['calendar'], device: ['calendar'] },
  'session-editor': { console: ['apps', 'profiles'], server: ['profiles'] },
  'session-layout': { session: ['home', 'info', 'ui'] },
  session: {
    session: ['home', 'info', 'keys', 'lib', 'parts', 'rdp', 'screensaver', 'settings', 'tour', 'ui', 'wifi', 'wizard'],
    device: ['content-filter', 'displays', 'home', 'machine', 'network', 'pings', 'session', 'time-zone'],
  },
  'wizard-install': { session: ['wizard'], device: ['installer'], server: [] },
  'wizard-network': { session: ['network', 'wifi', 'wizard'], device: ['network'] },
  wizard: { session: ['sign-in', 'time-zone', 'wizard'], server: ['machines'], device: ['online'] },
};

type Areas = { readonly [name in keyof typeof homes]?: readonly string[] };

const homes = {
  shared: 'packages',
  console: 'packages/console/src/areas',
  session: 'packages/session/src',
  server: 'packages/server/src/features',
  device: 'packages/device/src/features',
} as const;

/** The main job from console to machine: runs after every change of the product. */
const always = 'main-job';
const product = /^packages\/(?:cli|client|console|contract|device|server|session|web)\//;

const specOf = (name: string) => `e2e/journeys/${name}.spec.ts`;

/** All folders that journeys name, with the journeys' spec files. */
export function journeyFolders(): { readonly spec: string; readonly folder: string }[] {
  return Object.entries(journeyAreas).flatMap(([name, areas]) =>
    Object.entries(areas).flatMap(([home, names]) =>
      names.map((each) => ({ spec: specOf(name), folder: `${homes[home as keyof typeof homes]}/${each}/` })),
    ),
  );
}

/** Spec files of journeys in changed areas, and those with unknown areas. Changed unit tests do not count. */
export function journeysOf(changed: readonly string[], specs: readonly string[]): readonly string[] {
  const sources = changed.filter((file) => product.test(file) && !/\.test\.tsx?$/.test(file));
  if (sources.length === 0) return [];
  const driven = journeyFolders().filter(({ folder }) => sources.some((file) => file.startsWith(folder)));
  const unknown = specs.filter((spec) => !Object.keys(journeyAreas).some((name) => specOf(name) === spec));
  return [specOf(always), ...unknown, ...driven.map(({ spec }) => spec)];
}
