import { type Screen, screenAt } from './screens.ts';

/** Everything that the routes' redirects depend on. */
export interface Situation {
  readonly authenticated: boolean;
  readonly activeOrganization: boolean;
  /** Whether the page's host is one of the configured cloud hosts (spec chapter 1). */
  readonly cloudVersion: boolean;
  /** The last remembered route. */
  readonly lastRoute: string | null;
}

export type Decision =
  | { readonly kind: 'show'; readonly screen: Screen }
  | { readonly kind: 'redirect'; readonly to: string };

const NEEDS_ORGANIZATION: ReadonlySet<Screen> = new Set<Screen>([
  'profiles',
  'rollouts',
  'machine',
  'remote',
  'machines',
  'users',
  'overview',
  'enrollment',
  'layers',
  'layer',
  'os',
  'os-version',
  'schedules',
  'authentication',
  'billing',
  'audit',
  'api-keys',
  'webhooks',
  'webhook',
]);
const MANAGEMENT: ReadonlySet<Screen> = new Set<Screen>([
  ...NEEDS_ORGANIZATION,
  'organization',
  'profile',
  'rollout',
  'account',
  'open-invoices',
  'server',
  'product-ids',
]);

/** The screen of a path, or its redirect target: the route table of spec chapter 2. */
export function decide(pathname: string, situation: Situation): Decision {
  if (pathname === '/') return redirect(startRoute(situation));
  if (/^\/session\/*$/.test(pathname)) return redirect('/session/local');
  const screen = screenAt(pathname);
  if (!screen) return redirect('/');
  const isLocal = screen === 'session' && /^\/session\/local\/?$/.test(pathname);
  if ((screen === 'session' && !isLocal) || screen === 'session-settings') {
    return situation.authenticated ? show(screen) : redirect('/session/login');
  }
  if (screen === 'organization-select' && !situation.authenticated) return redirect('/manage/login');
  if (MANAGEMENT.has(screen) && !situation.authenticated) return redirect('/manage/');
  if (NEEDS_ORGANIZATION.has(screen) && !situation.activeOrganization) return redirect('/manage/');
  return show(screen);
}

/** Where a user goes after logout or timeout (spec chapter 4). */
export function signedOutRoute(cloudVersion: boolean): string {
  return cloudVersion ? '/session/login' : '/session/local';
}

/** Whether a route is remembered as the last one: all but login, access_token and error routes. */
export function isRemembered(pathname: string): boolean {
  const screen = screenAt(pathname);
  const never: readonly (Screen | undefined)[] = [
    undefined,
    'login',
    'demo-login',
    'manage-login',
    'access-token',
    'error',
    'share',
    'guide',
  ];
  return !never.includes(screen);
}

function startRoute(situation: Situation): string {
  if (situation.cloudVersion) return '/manage';
  return situation.lastRoute ?? '/session/local';
}

function show(screen: Screen): Decision {
  return { kind: 'show', screen };
}

function redirect(to: string): Decision {
  return { kind: 'redirect', to };
}
