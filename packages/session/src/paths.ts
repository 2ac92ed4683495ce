/** The session's screens by path (spec chapter 2, routes). */
export type Screen =
  | { readonly name: 'home' | 'settings'; readonly profileId: string }
  | {
      readonly name:
        | 'first-boot'
        | 'greeter'
        | 'screensaver'
        | 'mirror'
        | 'wall'
        | 'whiteboard'
        | 'calls'
        | 'factory-reset'
        | 'access-token';
    };

export const HOME_PATH = '/session/local';
export const FIRST_BOOT_PATH = '/fbw';
export const SETTINGS_PATH = '/session/local/settings';
const GREETER_PATH = '/greeter';
export const MIRROR_PATH = '/mirror';
/** For a wall display: how to join, in large type. */
export const WALL_PATH = '/mirror/wall';
export const SCREENSAVER_PATH = '/screensaver';
export const FACTORY_RESET_PATH = '/factory-reset';
export const CALLS_PATH = '/calls';
/** The agent opens it in a separate window above all others. */
const REMOTE_PATH = '/remote';
/** Likewise, for an administrator's message. */
export const MESSAGE_PATH = '/message';
export const isNoticeWindow = (path: string): boolean => path === REMOTE_PATH || path === MESSAGE_PATH;
const FIXED = {
  [FIRST_BOOT_PATH]: 'first-boot',
  [GREETER_PATH]: 'greeter',
  [SCREENSAVER_PATH]: 'screensaver',
  [MIRROR_PATH]: 'mirror',
  [WALL_PATH]: 'wall',
  '/whiteboard': 'whiteboard',
  [CALLS_PATH]: 'calls',
  [FACTORY_RESET_PATH]: 'factory-reset',
} as const;

/** The screen of a path; undefined for a redirect (see `redirectOf`). */
export function screenOf(path: string): Screen | undefined {
  const clean = path === '/' ? path : path.replace(/\/+$/, '');
  const fixed = Object.entries(FIXED).find(([fixedPath]) => fixedPath === clean);
  if (fixed) return { name: fixed[1] };
  if (/^\/access_token/.test(clean)) return { name: 'access-token' };
  const [, profileId, settings] = /^\/session\/([^/]+)(\/settings)?$/.exec(clean) ?? [];
  if (profileId === undefined || profileId === 'login') return undefined;
  return { name: settings ? 'settings' : 'home', profileId };
}

/** Whether a screen requires a login: every session but the local one, and all settings (spec chapter 2). */
export function needsPerson(screen: Screen): boolean {
  return screen.name === 'settings' || (screen.name === 'home' && screen.profileId !== 'local');
}

const APP_PATHS: Readonly<Record<string, string>> = {
  'thinhoc::mirroring': '/mirror',
  'thinhoc::sip-client': CALLS_PATH,
  'thinhoc::whiteboard': '/whiteboard',
};
/** Screens of a machine without an organization; any other one remains from before a reset. */
const OF_NOBODY: readonly Screen['name'][] = ['first-boot', 'access-token', 'factory-reset'];

/**
 * Where a machine's state redirects a screen: to the wizard, to the greeter while no one is logged in, and back.
 * `nobody` is undefined while unknown, and without a machine. `nameless`: the session started automatically, so that it
 * is the local one without a user (spec chapter 2: any other requires authentication).
 */
export function redirectOfScreen(
  screen: Screen,
  { firstBoot, nobody, nameless }: { firstBoot: boolean; nobody: boolean | undefined; nameless: boolean },
): string | undefined {
  const { name } = screen;
  if (firstBoot) return OF_NOBODY.includes(name) ? undefined : FIRST_BOOT_PATH;
  // The screensaver also belongs to the greeter: it shows no user's data.
  if (nobody) return name === 'greeter' || name === 'screensaver' ? undefined : GREETER_PATH;
  if (nameless && name === 'home' && screen.profileId !== 'local') return HOME_PATH;
  return nobody === false && name === 'greeter' ? HOME_PATH : undefined;
}

/** The path of an app that is a screen of the session itself; home if it has none. */
export function screenPathOf(app: string): string {
  return APP_PATHS[app] ?? HOME_PATH;
}

/** The redirect target of a path without a screen: the last remembered screen, else home (spec chapter 2). */
export function redirectOf(path: string, remembered: string | null): string {
  if (path.startsWith('/session')) return HOME_PATH;
  const screen = remembered && screenOf(remembered);
  return screen && isRemembered(screen) ? remembered : HOME_PATH;
}

/**
 * Whether a screen is remembered as the last one: all except logins, the wizard and the reset. A starting machine must
 * not return to those.
 */
export function isRemembered({ name }: Screen): boolean {
  return name !== 'access-token' && name !== 'greeter' && name !== 'first-boot' && name !== 'factory-reset';
}
