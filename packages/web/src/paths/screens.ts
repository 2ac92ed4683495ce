import { BILLING_PAGE } from '@berth/contract/rules/billing';

/** Every screen with its paths (spec chapter 2). `…` matches any rest. */
export const SCREENS = {
  'access-token': ['/access_token…'],
  'app-catalog': ['/app-catalog'],
  guide: ['/guide', '/guide/{name}'],
  share: ['/share'],
  error: ['/error…'],
  'demo-login': ['/demo/login'],
  'factory-reset': ['/factory-reset'],
  mirror: ['/mirror', '/mirror/wall'],
  whiteboard: ['/whiteboard'],
  calls: ['/calls'],
  greeter: ['/greeter'],
  screensaver: ['/screensaver'],
  'first-boot-wizard': ['/fbw'],
  login: ['/session/login'],
  session: ['/session/{profileId}'],
  'session-settings': ['/session/{profileId}/settings'],
  'manage-login': ['/manage/login'],
  'organization-select': ['/manage', '/manage/org/select'],
  organization: ['/manage/org/{orgId}'],
  profile: ['/manage/profile/{profileId}'],
  profiles: ['/manage/profiles'],
  rollouts: ['/manage/rollouts'],
  rollout: ['/manage/rollouts/{rolloutId}'],
  machines: ['/manage/machines', '/manage/machines/deployment/{deployment}'],
  machine: ['/manage/machines/{machineId}'],
  remote: ['/manage/machines/{machineId}/remote'],
  users: ['/manage/users'],
  overview: ['/manage/overview'],
  layers: ['/manage/layers'],
  layer: ['/manage/layers/{layerId}'],
  os: ['/manage/os'],
  'os-version': ['/manage/os/{version}/{channel}/{architecture}'],
  schedules: ['/manage/schedules'],
  enrollment: ['/manage/enrollment'],
  authentication: ['/manage/authentication'],
  billing: [BILLING_PAGE],
  audit: ['/manage/audit'],
  'api-keys': ['/manage/api-keys'],
  webhooks: ['/manage/webhooks'],
  webhook: ['/manage/webhooks/{webhookId}'],
  account: ['/manage/account'],
  'open-invoices': ['/manage/platform/invoices'],
  server: ['/manage/platform/server'],
  'product-ids': ['/manage/platform/product-ids'],
} as const satisfies Record<string, readonly string[]>;

export type Screen = keyof typeof SCREENS;

/** Screens of the machine, which have a document of their own (session.html). */
export const DEVICE_SCREENS: ReadonlySet<Screen> = new Set<Screen>([
  'factory-reset',
  'mirror',
  'whiteboard',
  'calls',
  'greeter',
  'screensaver',
  'first-boot-wizard',
  'session',
  'session-settings',
]);

const matchers = Object.entries(SCREENS).flatMap(([screen, patterns]) =>
  patterns.map((pattern) => ({ screen, matches: matcher(pattern) })),
);

/** The screen at a path; undefined for an unknown path. Fixed names win over parameters. */
export function screenAt(pathname: string): Screen | undefined {
  const path = pathname.replace(/\/+$/, '') || '/';
  const found = matchers.filter(({ matches }) => matches.pattern.test(path));
  const [best] = found.sort((a, b) => a.matches.parameters - b.matches.parameters);
  return best && isScreen(best.screen) ? best.screen : undefined;
}

function isScreen(name: string): name is Screen {
  return name in SCREENS;
}

function matcher(pattern: string): { pattern: RegExp; parameters: number } {
  const source = pattern.replace(/\{\w+\}/g, '[^/]+').replace('…', '.*');
  return { pattern: new RegExp(`^${source}$`), parameters: pattern.split('{').length - 1 };
}
