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

/** The screen at a path; undefined for an unknown path. Fixed names win over parameters. */
export function screenAt(pathname: string): Screen | undefined {
  const parts = pathname.replace(/\/+$/, '').split('/');
  let best: Screen | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const screen of Object.keys(SCREENS) as Screen[]) {
    for (const pattern of SCREENS[screen]) {
      const parameters = parametersIn(pattern, parts);
      if (parameters < least) [best, least] = [screen, parameters];
    }
  }
  return best;
}

/**
 * Number of a pattern's parameters; infinite if the path does not fit it. Without regular expressions: compiling fifty
 * takes a while.
 */
function parametersIn(pattern: string, parts: readonly string[]): number {
  if (pattern.endsWith('…')) return parts.join('/').startsWith(pattern.slice(0, -1)) ? 0 : Number.POSITIVE_INFINITY;
  const names = pattern.split('/');
  let parameters = names.length === parts.length ? 0 : Number.POSITIVE_INFINITY;
  names.forEach((name, index) => {
    const part = parts[index];
    if (name.startsWith('{') && part) parameters++;
    else if (name !== part) parameters = Number.POSITIVE_INFINITY;
  });
  return parameters;
}
