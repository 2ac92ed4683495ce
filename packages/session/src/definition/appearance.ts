import type { ProfileDefinition } from '@berth/contract/profile/definition';
import type { Customization, DashboardLayout } from '@berth/contract/profile/home';

/** The parts of the profile's customization that apply to every screen of the session (spec chapter 3). */
export interface Appearance {
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
