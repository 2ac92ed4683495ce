import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Customization, DashboardLayout } from '@berth/contract/profile/home';
import { textOn } from './definition/colors.ts';
import type { HomeRoom } from './definition/fitting-scale.ts';

const STORAGE_KEY = 'session-look';
/** The user's choice in this machine's settings, which overrides the profile. */
const THEME_KEY = 'session-theme';

export type ThemeChoice = 'profile' | 'light' | 'dark';

let shown: Appearance | undefined;
let room: HomeRoom | undefined;
let leastText = 0;
/** The last computed scale, so that the page does not jump at start: the computation is not part of the first load. */
const SCALE_KEY = 'session-scale';

/** Applies a profile's colors and scale to the page, and stores them for the next start. */
export function applyAppearance(appearance: Appearance, around: HomeRoom): void {
  room = around;
  show(appearance);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(appearance));
}

/** Restores the last appearance, so that the page does not flash at start. */
export function restoreAppearance(): void {
  const text = localStorage.getItem(STORAGE_KEY);
  applyTheme('dark');
  // Only ever written by applyAppearance.
  if (text !== null) show(JSON.parse(text) as Appearance);
  else zoom(screenUnit());
}

export function themeChoice(): ThemeChoice {
  const choice = localStorage.getItem(THEME_KEY);
  return choice === 'light' || choice === 'dark' ? choice : 'profile';
}

export function chooseTheme(choice: ThemeChoice): void {
  localStorage.setItem(THEME_KEY, choice);
  restoreAppearance();
}

/** Enlarges text to the profile's largest step, with which labels still fit. */
export function enlargeText(isLarge: boolean): void {
  leastText = isLarge ? 1.6 : 0;
  if (shown) show(shown);
}

/** Recomputes the scale when the screen size changes. */
export function followScreenSize(): void {
  addEventListener('resize', () => (shown ? show(shown) : zoom(screenUnit())));
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
  style.setProperty('font-size', `${Math.max(textScale, leastText) * 100}%`);
  zoom((uiScale === 1 ? 1 : Number(localStorage.getItem(SCALE_KEY)) || 1) * screenUnit());
  if (uiScale !== 1 && room) void fitScale(appearance, room);
}

async function fitScale(appearance: Appearance, around: HomeRoom): Promise<void> {
  const { fittingScale, homeParts } = await import('./definition/fitting-scale.ts');
  if (shown !== appearance) return;
  const unit = screenUnit();
  const screen = { width: innerWidth / unit, height: innerHeight / unit };
  const parts = homeParts(around, hasInfo(around.definition.thinhoc.customization));
  const scale = fittingScale({ ...appearance, parts }, screen);
  localStorage.setItem(SCALE_KEY, String(scale));
  zoom(scale * unit);
}

/**
 * The size of a design pixel on this screen: 1 at 1920x1080, proportionally larger on larger screens, so that 3840x2160
 * shows the same layout. Text of 16 px never gets smaller than 14 px.
 */
function screenUnit(): number {
  const [width, height] = [innerWidth, innerHeight];
  return Math.max(14 / 16, Math.min(Math.max(width, height) / 1920, Math.min(width, height) / 1080));
}

function zoom(scale: number): void {
  const { style } = document.documentElement;
  style.setProperty('zoom', String(scale));
  style.setProperty('--scale', String(scale));
}

const THEMES = ['light', 'dark', 'auto'] as const;
type Theme = (typeof THEMES)[number];

/** Applies a theme to the page: the tokens follow the root element's attribute, `auto` the system. */
function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** The parts of the profile's customization that apply to every screen of the session (spec chapter 3). */
interface Appearance {
  readonly dark: boolean;
  readonly primary: string;
  readonly secondary: string;
  /** Scale of the whole interface, as far as it fits the screen (fitting-scale.ts). */
  readonly uiScale: number;
  /** Scale of the text. */
  readonly textScale: number;
}

/** Step 1 is normal, 0 a little smaller; each further step adds 15 percent, so that labels still fit their tiles. */
const TEXT_SCALES = [0.9, 1, 1.15, 1.3, 1.45, 1.6];

export function appearanceOf({ system, thinhoc }: ProfileDefinition): Appearance {
  const { color_primary, color_secondary, scaling_factors } = thinhoc.customization;
  return {
    dark: system.customization['global-dark-theme'],
    primary: color_primary,
    secondary: color_secondary,
    uiScale: scaling_factors.ui_scaling_factor,
    textScale: TEXT_SCALES[scaling_factors.text_scaling_factor] ?? 1,
  };
}

/** Whether the Info Section has content: HTML or a layout with widgets. */
export function hasInfo(customization: Customization): boolean {
  const { dashboard, info_section_content } = customization;
  return dashboard.height > 0 && (info_section_content.trim() !== '' || infoLayouts(customization).length > 0);
}

/** The dashboard's layouts that have a widget. */
export function infoLayouts({ dashboard }: Customization): DashboardLayout[] {
  return dashboard.layouts.filter(({ layout }) => layout.length > 0);
}
