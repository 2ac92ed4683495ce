import type { HomeRoom } from './definition/fitting-scale.ts';
import type { Look } from './definition/look.ts';
import { textOn } from './lib/contrast.ts';
import { applyTheme } from './ui/theme.ts';

const STORAGE_KEY = 'session-look';
/** What a person of this machine chose in the settings; wins over the profile on this machine. */
const THEME_KEY = 'session-theme';

export type ThemeChoice = 'profile' | 'light' | 'dark';

let shown: Look | undefined;
let room: HomeRoom | undefined;
/** The scale that fitted the last time, so that a start does not jump: what works it out is no part of the first load. */
const SCALE_KEY = 'session-scale';

/** Shows the page in a profile's colors and scale, and remembers them for the next start. */
export function applyLook(look: Look, around: HomeRoom): void {
  room = around;
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

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(THEME_KEY, choice);
  restoreLook();
}

/** The scale that fits depends on the screen, which may be another one later. */
export function followScreenSize(): void {
  addEventListener('resize', () => shown && show(shown));
}

function show(look: Look): void {
  const { dark, primary, secondary, uiScale, textScale } = look;
  shown = look;
  const choice = themeChoice();
  applyTheme(choice === 'profile' ? (dark ? 'dark' : 'light') : choice);
  const { style } = document.documentElement;
  style.setProperty('--primary', primary);
  style.setProperty('--on-primary', textOn(primary));
  style.setProperty('--secondary', secondary);
  style.setProperty('--on-secondary', textOn(secondary));
  style.setProperty('font-size', `${textScale * 100}%`);
  zoom(uiScale === 1 ? 1 : Number(localStorage.getItem(SCALE_KEY)) || 1);
  if (uiScale !== 1 && room) void fitScale(look, room);
}

async function fitScale(look: Look, around: HomeRoom): Promise<void> {
  const { fittingScale, homeParts } = await import('./definition/fitting-scale.ts');
  if (shown !== look) return;
  const scale = fittingScale({ ...look, parts: homeParts(around) }, { width: innerWidth, height: innerHeight });
  localStorage.setItem(SCALE_KEY, String(scale));
  zoom(scale);
}

function zoom(scale: number): void {
  const { style } = document.documentElement;
  style.setProperty('zoom', String(scale));
  style.setProperty('--scale', String(scale));
}
