/** Countries whose keyboard layout can be chosen (spec chapter 5: European country codes, AD to US). */
export const KEYBOARD_LAYOUTS = [
  ...['AD', 'AL', 'AM', 'AT', 'AZ', 'BA', 'BE', 'BG', 'BY', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FO'],
  ...['FR', 'GB', 'GE', 'GR', 'HR', 'HU', 'IE', 'IS', 'IT', 'KZ', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK'],
  ...['MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'RU', 'SE', 'SI', 'SK', 'SM', 'TR', 'UA', 'US'],
] as const;
export type KeyboardLayout = (typeof KEYBOARD_LAYOUTS)[number];
