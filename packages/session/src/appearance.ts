import type { Appearance } from './definition/appearance.ts';
import type { HomeRoom } from './definition/fitting-scale.ts';
import { textOn } from './lib/contrast.ts';
import { applyTheme } from './ui/theme.ts';

const STORAGE_KEY = 'session-look';
/** What a person of this machine chose in the settings; wins over the profile on this machine. */
const THEME_KEY = 'session-theme';

export type ThemeChoice = 'profile' | 'light' | 'dark';

let shown: Appearance | undefined;
let room: HomeRoom | undefined;
/** The scale that fitted the last time, so that a start does not jump: what works it out is no part of the first load. */
const SCALE_KEY = 'session-scale';

/** Shows the page in a profile's colors and scale, and remembers them for the next start. */
export function applyAppearance(appearance: Appearance, around: HomeRoom): void {
  room = around;
  show(appearance);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(appearance));
}

/** The appearance of the last time, so that a start does not flash in another one. */
export function restoreAppearance(): void {
  const text = localStorage.getItem(STORAGE_KEY);
  applyTheme('dark');
  // Only ever written by applyAppearance.
  if (text !== null) show(JSON.parse(text) as Appearance);
}

export function themeChoice(): ThemeChoice {
  const choice = localStorage.getItem(THEME_KEY);
  return choice === 'light' || choice === 'dark' ? choice : 'profile';
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(THEME_KEY, choice);
  restoreAppearance();
}

/** The scale that fits depends on the screen, which may be another one later. */
export function followScreenSize(): void {
  addEventListener('resize', () => shown && show(shown));
}

function show(appearance: Appearance): void {
  const { dark, primary, secondary, uiScale, textScale } = appearance;
  shown = appearance;
  const choice = themeChoice();
  applyTheme(choice === 'profile' ? (dark ? 'dark' : 'light') : choice);
  const { style } = document.documentElement;
  style.setProperty('--primary', primary);
  style.setProperty('--on-primary', textOn(primary));
  style.setProperty('--secondary', secondary);
  style.setProperty('--on-secondary', textOn(secondary));
  style.setProperty('font-size', `${textScale * 100}%`);
  zoom(uiScale === 1 ? 1 : Number(localStorage.getItem(SCALE_KEY)) || 1);
  if (uiScale !== 1 && room) void fitScale(appearance, room);
}

async function fitScale(appearance: Appearance, around: HomeRoom): Promise<void> {
  const { fittingScale, homeParts } = await import('./definition/fitting-scale.ts');
  if (shown !== appearance) return;
  const scale = fittingScale({ ...appearance, parts: homeParts(around) }, { width: innerWidth, height: innerHeight });
  localStorage.setItem(SCALE_KEY, String(scale));
  zoom(scale);
}

function zoom(scale: number): void {
  const { style } = document.documentElement;
  style.setProperty('zoom', String(scale));
  style.setProperty('--scale', String(scale));
}
