import type { ProfileDefinition } from '@berth/contract/profile/definition';

/** Screens that machines commonly have, the most common first. */
export const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1280, height: 1024 },
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
] as const;

export type Screen = (typeof SCREENS)[number];

/** How a screen is named, such as 1920 × 1080. */
export function screenName({ width, height }: Screen): string {
  return `${width} × ${height}`;
}

/** By how much a screen has to be made smaller to fit into a place; never larger than it is. */
export function scaleToFit(screen: Screen, place: { readonly width: number; readonly height: number }): number {
  return Math.min(1, place.width / screen.width, place.height / screen.height);
}

/** The definition in another theme than its own; `profile` leaves it as it is. */
export function inTheme(definition: ProfileDefinition, theme: 'profile' | 'light' | 'dark'): ProfileDefinition {
  if (theme === 'profile') return definition;
  const customization = { ...definition.system.customization, 'global-dark-theme': theme === 'dark' };
  return { ...definition, system: { ...definition.system, customization } };
}
