import { COLOR_PRIMARY_DEFAULT, COLOR_SECONDARY_DEFAULT, TEXT_SCALING, UI_SCALING } from '@berth/contract/limits';
import { colorOf, type Fields, fieldsAt, flagOf, numberOf } from './fields.ts';

/** How the home screen looks (spec chapter 3, customization), as far as it concerns every screen of the session. */
export interface Appearance {
  readonly dark: boolean;
  readonly primary: string;
  readonly secondary: string;
  /** Everything times this, as far as it fits the screen (fitting-scale.ts). */
  readonly uiScale: number;
  /** Text times this. */
  readonly textScale: number;
}

/** Step 1 is normal, 0 a little smaller; each further step adds 15 percent, so that labels still fit their tiles. */
const TEXT_SCALES = [0.9, 1, 1.15, 1.3, 1.45, 1.6];

export function appearanceOf(definition: Fields): Appearance {
  const customization = customizationOf(definition);
  const scaling = fieldsAt(customization, 'scaling_factors');
  return {
    dark: flagOf(fieldsAt(definition, 'system', 'customization'), 'global-dark-theme', true),
    primary: colorOf(customization, 'color_primary', COLOR_PRIMARY_DEFAULT),
    secondary: colorOf(customization, 'color_secondary', COLOR_SECONDARY_DEFAULT),
    uiScale: numberOf(scaling, 'ui_scaling_factor', UI_SCALING),
    textScale: TEXT_SCALES[Math.round(numberOf(scaling, 'text_scaling_factor', TEXT_SCALING))] ?? 1,
  };
}

export function customizationOf(definition: Fields): Fields {
  return fieldsAt(definition, 'thinhoc', 'customization');
}
