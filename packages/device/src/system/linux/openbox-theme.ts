/**
 * How the window manager draws the bar above a session: dark and quiet as the home screen, and high enough to be hit by
 * a finger. A folder of files as Openbox looks for them below XDG_DATA_HOME.
 */
export const THEME_NAME = 'Berth';

/** Size of the buttons' pictures, in pixels of a screen of 1920x1080. */
const SIZE = 20;

/**
 * Pixels that the bar is higher than its text. Openbox makes the buttons as high as text and shadow, and has no measure of
 * their own; this shadow is not drawn.
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
    // Goes home.
    'iconify.xbm': picture(onHouse),
    // Two windows: shows which are open. The frame in front, and what is seen of the one behind it.
    ...both(
      'max',
      picture((x, y) => onFrame(x, y, 1, 6, 13) || (onFrame(x, y, 6, 1, 18) && (x > 13 || y < 6))),
    ),
  };
}

type Ink = (x: number, y: number) => boolean;

/** Of a window that fills the screen, and of one that does not. */
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

// The outline, two pixels thick, of a square between a corner and the column `right` (its bottom lies as far from its top).
function onFrame(x: number, y: number, left: number, top: number, right: number): boolean {
  const bottom = top + right - left;
  const isInside = x >= left && x <= right && y >= top && y <= bottom;
  return isInside && (x < left + 2 || x > right - 2 || y < top + 2 || y > bottom - 2);
}

// X bitmap: rows of bytes, the least significant bit leftmost. Its readers take the numbers from lines of their own.
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
