import { textOn } from '../lib/contrast.ts';
import { applyTheme } from '../ui/theme.ts';
import type { Look } from './definition/look.ts';

const STORAGE_KEY = 'session-look';
/** What a person of this machine chose in the settings; wins over the profile on this machine. */
const THEME_KEY = 'session-theme';

export type ThemeChoice = 'profile' | 'light' | 'dark';

/** Shows the page in a profile's colours and scale, and remembers them for the next start. */
export function applyLook(look: Look): void {
  show(look);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(look));
}

/** The look of the last time, so that a start does not flash in another one. */
export function restoreLook(): void {
  const text = localStorage.getItem(STORAGE_KEY);
  applyTheme('dark');
  // Only ever written by applyLook.
  if (text !== null) show(JSON.parse(text) as Look);
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

function show({ dark, primary, secondary, uiScale, textScale }: Look): void {
  const choice = themeChoice();
  applyTheme(choice === 'profile' ? (dark ? 'dark' : 'light') : choice);
  const { style } = document.documentElement;
  style.setProperty('--primary', primary);
  style.setProperty('--on-primary', textOn(primary));
  style.setProperty('--secondary', secondary);
  style.setProperty('--on-secondary', textOn(secondary));
  style.setProperty('zoom', String(uiScale));
  style.setProperty('--scale', String(uiScale));
  style.setProperty('font-size', `${textScale * 100}%`);
}
