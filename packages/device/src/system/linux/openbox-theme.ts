/**
 * The Openbox theme of the bar above a session: dark like the home screen, and high enough for a finger. Its files
 * belong in a folder below XDG_DATA_HOME.
 */
export const THEME_NAME = 'Berth';

/** Size of the button icons in pixels, on a screen of 1920x1080. */
const SIZE = 20;

/**
 * Pixels by which the bar is higher than its text. Openbox derives the size of buttons from text and shadow only; this
 * shadow is not drawn.
 */
const BEYOND_TEXT = 24;

const BAR = '#1b1c1f';
const BAR_INACTIVE = '#26272b';
const INK = '#e8e8ea';
const INK_INACTIVE = '#9a9ba1';
const HOVER = '#3a3b40';
const CLOSE_HOVER = '#990017';

/**
 * File contents by path below the theme's folder.
 * @param scale 1 on a screen of 1920x1080.
 */
export function themeFiles(scale: number): Record<string, string> {
  const picture = (isInk: Ink) => pictureOf(isInk, Math.round(SIZE * scale));
  return {
    themerc: theme(scale),
    'close.xbm': picture((x, y) => Math.abs(x - y) <= 1 || Math.abs(x + y - SIZE + 1) <= 1),
    // Home icon: minimizing a session shows the home screen.
    'iconify.xbm': picture(onHouse),
    // Icon of two windows: the front one, and the visible part of the one behind it.
    ...both(
      'max',
      picture((x, y) => onFrame(x, y, 1, 6, 13) || (onFrame(x, y, 6, 1, 18) && (x > 13 || y < 6))),
    ),
  };
}

type Ink = (x: number, y: number) => boolean;

/** The same icon for maximized and other windows. */
function both(name: string, xbm: string): Record<string, string> {
  return { [`${name}.xbm`]: xbm, [`${name}_toggled.xbm`]: xbm };
}

const theme = (scale: number) => `
border.width: 0
padding.width: ${Math.round(14 * scale)}
padding.height: ${Math.round(2 * scale)}
window.handle.width: 0
window.client.padding.width: 0
window.client.padding.height: 0
window.label.text.justify: center
window.active.label.text.font: shadow=y:shadowoffset=${Math.round(BEYOND_TEXT * scale)}:shadowtint=0
window.active.title.bg: flat solid
window.active.title.bg.color: ${BAR}
window.active.label.bg: parentrelative
window.active.label.text.color: ${INK}
window.active.button.*.bg: parentrelative
window.active.button.*.image.color: ${INK}
window.active.button.hover.bg: flat solid
window.active.button.hover.bg.color: ${HOVER}
window.active.button.close.hover.bg: flat solid
window.active.button.close.hover.bg.color: ${CLOSE_HOVER}
window.inactive.title.bg: flat solid
window.inactive.title.bg.color: ${BAR_INACTIVE}
window.inactive.label.bg: parentrelative
window.inactive.label.text.color: ${INK_INACTIVE}
window.inactive.label.text.font: shadow=y:shadowoffset=${Math.round(BEYOND_TEXT * scale)}:shadowtint=0
window.inactive.button.*.bg: parentrelative
window.inactive.button.*.image.color: ${INK_INACTIVE}
menu.items.bg: flat solid
menu.items.bg.color: ${BAR}
osd.bg: flat solid
osd.bg.color: ${BAR}
osd.label.bg: parentrelative
osd.label.text.color: ${INK}
`;

// Roof and walls.
function onHouse(x: number, y: number): boolean {
  const fromMiddle = Math.abs(x - (SIZE - 1) / 2);
  const roof = y - fromMiddle;
  if (roof >= 0 && roof < 3 && y < 11) return true;
  const isWall = fromMiddle > 5 && fromMiddle < 8 && y >= 9;
  const isFloor = fromMiddle < 8 && y >= SIZE - 4;
  return (isWall || isFloor) && y < SIZE - 1;
}

// The two pixel thick outline of a square from (left, top) to the column `right`.
function onFrame(x: number, y: number, left: number, top: number, right: number): boolean {
  const bottom = top + right - left;
  const isInside = x >= left && x <= right && y >= top && y <= bottom;
  return isInside && (x < left + 2 || x > right - 2 || y < top + 2 || y > bottom - 2);
}

// XBM format: rows of bytes, least significant bit leftmost. Readers expect the numbers on separate lines.
function pictureOf(isInk: Ink, size: number): string {
  const at = (place: number) => Math.floor((place * SIZE) / size);
  const bytes: string[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let start = 0; start < size; start += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8 && start + bit < size; bit += 1) if (isInk(at(start + bit), at(y))) byte |= 1 << bit;
      bytes.push(`0x${byte.toString(16).padStart(2, '0')}`);
    }
  }
  return `#define i_width ${size}\n#define i_height ${size}\nstatic unsigned char i_bits[] = {\n${bytes.join(',\n')} };\n`;
}
