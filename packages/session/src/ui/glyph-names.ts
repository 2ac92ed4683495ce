/** Icons of the session, by their Tabler names; the build inserts their outlines. */
export const GLYPHS = [
  'alert-triangle',
  'circle-check',
  'circle-x',
  'clock',
  'device-desktop',
  'info-circle',
  'keyboard',
  'loader-2',
  'menu-2',
  'refresh',
  'rotate-clockwise-2',
  'stack-2',
  'volume',
  'wifi',
  'x',
] as const;
export type GlyphName = (typeof GLYPHS)[number];

/** Icons of the first load, which may show only a message. */
export const FIRST_GLYPHS = ['alert-triangle', 'info-circle'] as const;
