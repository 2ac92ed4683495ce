import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@berth/contract/profile/nodes';
import type { BrowserLaunch } from '../ports/programs.ts';
import type { Bind } from './programs.ts';

/** Off in every window: what asks, phones home, or shows that a browser is underneath. */
const FEATURES_OFF = ['Translate', 'MediaRouter', 'OptimizationHints', 'GlobalMediaControls', 'DialMediaRouteProvider'];

const ALWAYS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--noerrdialogs',
  '--hide-crash-restore-bubble',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-sync',
  '--disable-search-engine-choice-screen',
  '--password-store=basic',
  '--autoplay-policy=no-user-gesture-required',
  '--overscroll-history-navigation=0',
  `--disable-features=${FEATURES_OFF.join(',')}`,
];

/** Shares the home screen with another machine without a window picker; its label is English (see desktop). */
const SHARES_SCREEN = '--auto-select-desktop-capture-source=Entire screen';

/** Data that the home screen drops: a sign-in of the first-boot wizard ends with the next start. */
const HOME_FORGETS = ['Cookies', 'Cookies-journal', 'Network', 'Session Storage', 'Sessions', 'Login Data', 'Web Data'];

/** The command line of one Chromium. */
export function browserArguments(launch: BrowserLaunch, folder: string, extra: readonly string[]): string[] {
  const address = launch.kind === 'browser' ? ['--new-window', launch.url] : [`--app=${launch.url}`];
  return [
    ...ALWAYS,
    // The free browser gets its filter rules by what this would turn off.
    ...(launch.kind === 'browser' ? [] : ['--disable-background-networking']),
    ...(launch.kind === 'home' ? [SHARES_SCREEN] : []),
    `--user-data-dir=${folder}`,
    `--class=${launch.className}`,
    ...(launch.fullscreen ? ['--kiosk'] : launch.kind === 'home' ? [] : ['--start-maximized']),
    ...(launch.pinchToZoom ? [] : ['--disable-pinch']),
    ...(launch.userAgent ? [`--user-agent=${launch.userAgent}`] : []),
    ...(launch.scale === 1 ? [] : [`--force-device-scale-factor=${launch.scale}`]),
    ...(launch.darkTheme ? ['--force-dark-mode'] : []),
    ...(launch.highContrast ? ['--force-high-contrast'] : []),
    ...extra,
    ...address,
  ];
}

/** Arguments of a headless Chromium that prepares a folder. */
export function unseenArguments(folder: string, page: string): string[] {
  return [...ALWAYS, '--headless', `--user-data-dir=${folder}`, page];
}

/**
 * Makes a data folder ready for the next start: locks of a killed browser go, the home screen's logins too, and settings that have neither flag nor
 * policy are written into its preferences.
 */
export async function prepareBrowserFolder(folder: string, launch: BrowserLaunch): Promise<string[]> {
  for (const name of launch.kind === 'home' ? HOME_FORGETS : []) {
    await rm(join(folder, 'Default', name), { recursive: true, force: true, maxRetries: 5 });
  }
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) {
    await rm(join(folder, name), { force: true });
  }
  const profile = join(folder, 'Default');
  await mkdir(profile, { recursive: true, mode: 0o700 });
  const file = join(profile, 'Preferences');
  const before = await readFile(file, 'utf8').then(parseObject, () => ({}));
  await writeFile(file, JSON.stringify(merge(before, preferencesOf(launch))), { mode: 0o600 });
  // For the caller to hand to the browser's user.
  return [profile, file];
}

/** Programs to which Chromium hands the addresses of other programs: mail, phone, files. */
const OPENERS = ['xdg-open', 'xdg-email'];

/** Programs of these names that do nothing, to stand before the system's in PATH: they would start a browser without rules. */
export async function writeInertOpeners(folder: string): Promise<string> {
  for (const name of OPENERS) await writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}

function preferencesOf(launch: BrowserLaunch): Record<string, unknown> {
  return {
    // The window manager's title bar, so that the title is the configured one.
    browser: { custom_chrome_frame: false },
    settings: { a11y: { caretbrowsing: { enabled: launch.caretBrowsing } } },
  };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function merge(base: Record<string, unknown>, over: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const before = merged[key];
    merged[key] = isObject(value) ? merge(isObject(before) ? before : {}, value) : value;
  }
  return merged;
}

/** Where Debian's Chromium looks for managed policies. It is one place for all, hence a folder bound over it. */
const POLICY_FOLDER = '/etc/chromium/policies';

/** Writes managed policies for one browser alone into `folder`, to be seen in the place of Chromium's own. */
export async function writePolicies(folder: string, policies: Readonly<Record<string, unknown>>): Promise<Bind> {
  await mkdir(POLICY_FOLDER, { recursive: true });
  const managed = join(folder, 'managed');
  await mkdir(managed, { recursive: true, mode: 0o755 });
  await writeFile(join(managed, 'berth.json'), JSON.stringify(policies), { mode: 0o644 });
  return { folder, over: POLICY_FOLDER };
}
