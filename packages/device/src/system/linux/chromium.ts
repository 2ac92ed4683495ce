import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@berth/contract/profile/nodes';
import type { BrowserLaunch } from '../ports/programs.ts';
import type { Account } from './accounts.ts';
import { readOwnedFile, writeOwnedFile } from './owned-files.ts';
import type { Bind } from './programs.ts';

/** Features to turn off in every window: they show prompts, send data, or reveal the browser. */
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

/**
 * A video in a window of its own would disappear behind a page that fills the screen: it offers none. The setting of
 * the engine is the only switch.
 */
const FULL_SCREEN = ['--kiosk', '--blink-settings=pictureInPictureEnabled=false'];

/** Selects the whole screen for sharing without a picker. The name is English (see ENGLISH in browsers.ts). */
const SHARES_SCREEN = '--auto-select-desktop-capture-source=Entire screen';

/** Data of the home screen's browser that is deleted at start: a sign-in of the wizard ends with it. */
const HOME_FORGETS = ['Cookies', 'Cookies-journal', 'Network', 'Session Storage', 'Sessions', 'Login Data', 'Web Data'];

/** The command line of a browser. */
export function browserArguments(launch: BrowserLaunch, folder: string, extra: readonly string[]): string[] {
  const address = launch.kind === 'browser' ? ['--new-window', launch.url] : [`--app=${launch.url}`];
  return [
    ...ALWAYS,
    // The free browser installs its extension with what this option turns off.
    ...(launch.kind === 'browser' ? [] : ['--disable-background-networking']),
    ...(launch.kind === 'home' ? [SHARES_SCREEN] : []),
    `--user-data-dir=${folder}`,
    `--class=${launch.className}`,
    ...(launch.fullscreen ? FULL_SCREEN : launch.kind === 'home' ? [] : ['--start-maximized']),
    ...(launch.pinchToZoom ? [] : ['--disable-pinch']),
    ...(launch.userAgent ? [`--user-agent=${launch.userAgent}`] : []),
    ...(launch.scale === 1 ? [] : [`--force-device-scale-factor=${launch.scale}`]),
    ...(launch.darkTheme ? ['--force-dark-mode'] : []),
    ...(launch.highContrast ? ['--force-high-contrast'] : []),
    ...extra,
    ...address,
  ];
}

/** The command line of a headless browser that prepares a data folder. */
export function unseenArguments(folder: string, page: string): string[] {
  return [...ALWAYS, '--headless', `--user-data-dir=${folder}`, page];
}

/**
 * Prepares a data folder for the next start: removes locks of a killed browser and the home screen's logins, and writes
 * settings without a flag or policy into the preferences. The account is the browser's.
 */
export async function prepareBrowserFolder(
  folder: string,
  launch: Pick<BrowserLaunch, 'kind' | 'caretBrowsing'>,
  account: Account | null,
): Promise<void> {
  for (const name of launch.kind === 'home' ? HOME_FORGETS : []) {
    await rm(join(folder, 'Default', name), { recursive: true, force: true, maxRetries: 5 });
  }
  for (const name of ['SingletonLock', 'SingletonCookie', 'SingletonSocket']) {
    await rm(join(folder, name), { force: true });
  }
  const name = 'Default/Preferences';
  const before = parseObject((await readOwnedFile(folder, name)) ?? '');
  await writeOwnedFile(folder, name, JSON.stringify(merge(before, preferencesOf(launch))), account);
}

/** Programs that Chromium starts for other programs' addresses: mail, phone, files. */
const OPENERS = ['xdg-open', 'xdg-email'];

/** Creates programs of these names that do nothing, for the front of PATH: the real ones would start a browser without rules. */
export async function writeInertOpeners(folder: string): Promise<string> {
  for (const name of OPENERS) await writeFile(join(folder, name), '#!/bin/sh\n', { mode: 0o755 });
  return folder;
}

function preferencesOf(launch: Pick<BrowserLaunch, 'caretBrowsing'>): Record<string, unknown> {
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

/** Debian's folder of managed policies. All browsers share it, so each gets its own folder mounted over it. */
const POLICY_FOLDER = '/etc/chromium/policies';

/** Writes the managed policies of one browser to `folder`, which is then mounted over POLICY_FOLDER. */
export async function writePolicies(folder: string, policies: Readonly<Record<string, unknown>>): Promise<Bind> {
  await mkdir(POLICY_FOLDER, { recursive: true });
  const managed = join(folder, 'managed');
  await mkdir(managed, { recursive: true, mode: 0o755 });
  await writeFile(join(managed, 'berth.json'), JSON.stringify(policies), { mode: 0o644 });
  return { folder, over: POLICY_FOLDER };
}
