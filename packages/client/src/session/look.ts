import { textOn } from '../lib/contrast.ts';
import { applyTheme } from '../ui/theme.ts';
import { fittingScale } from './definition/fitting-scale.ts';
import type { Look } from './definition/look.ts';

const STORAGE_KEY = 'session-look';
/** What a person of this machine chose in the settings; wins over the profile on this machine. */
const THEME_KEY = 'session-theme';

export type ThemeChoice = 'profile' | 'light' | 'dark';

let shown: Look | undefined;

/** Shows the page in a profile's colours and scale, and remembers them for the next start. */
export function applyLook(look: Look): void {
  show(look);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(look));
}

/** The look of the last time, so that a start does not flash in another one. */
export function restoreLook(): void {
  const look = remembered();
  applyTheme('dark');
  if (look) show(look);
}

function remembered(): Look | undefined {
  const text = localStorage.getItem(STORAGE_KEY);
  // Only ever written by applyLook, but by that of an earlier version, too.
  const look = text === null ? undefined : (JSON.parse(text) as Look);
  return look?.parts && look;
}

export function themeChoice(): ThemeChoice {
  const choice = localStorage.getItem(THEME_KEY);
  return choice === 'light' || choice === 'dark' ? choice : 'profile';
}

/** Whether the page is dark now, by whoever chose it. */
export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(THEME_KEY, choice);
  restoreLook();
}

/** The scale that fits depends on the screen, which may be another one later. */
export function followScreenSize(): void {
  addEventListener('resize', () => shown && show(shown));
}

function show(look: Look): void {
  const { dark, primary, secondary, textScale } = look;
  const scale = fittingScale(look, { width: innerWidth, height: innerHeight });
  shown = look;
  const choice = themeChoice();
  applyTheme(choice === 'profile' ? (dark ? 'dark' : 'light') : choice);
  const { style } = document.documentElement;
  style.setProperty('--primary', primary);
  style.setProperty('--on-primary', textOn(primary));
  style.setProperty('--secondary', secondary);
  style.setProperty('--on-secondary', textOn(secondary));
  style.setProperty('zoom', String(scale));
  style.setProperty('--scale', String(scale));
  style.setProperty('font-size', `${textScale * 100}%`);
}
