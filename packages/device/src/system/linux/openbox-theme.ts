/**
 * How the window manager draws the bar above a session: dark and quiet as the home screen, and high enough to be hit by
 * a finger. A folder of files as Openbox looks for them below XDG_DATA_HOME.
 */
export const THEME_NAME = 'Berth';

/** Size of the buttons' pictures, in pixels. */
const SIZE = 14;

const BAR = '#1b1c1f';
const BAR_INACTIVE = '#26272b';
const INK = '#e8e8ea';
const INK_INACTIVE = '#9a9ba1';
const HOVER = '#3a3b40';
const CLOSE_HOVER = '#990017';

/** File contents by path below the theme's folder. */
export function themeFiles(): Record<string, string> {
  return {
    themerc: THEME,
    'close.xbm': picture((x, y) => x === y || x === y + 1 || x + y === SIZE - 1 || x + y === SIZE),
    'iconify.xbm': picture((_x, y) => y === SIZE - 3 || y === SIZE - 4),
    'max.xbm': picture((x, y) => onFrame(x, y, 1, 1, SIZE - 2)),
    // The frame in front, and what is seen of the one behind it.
    'max_toggled.xbm': picture((x, y) => onFrame(x, y, 1, 4, 9) || (onFrame(x, y, 4, 1, 12) && (x > 9 || y < 4))),
  };
}

const THEME = `
border.width: 0
padding.width: 14
padding.height: 8
window.handle.width: 0
window.client.padding.width: 0
window.client.padding.height: 0
window.label.text.justify: left
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
window.inactive.button.*.bg: parentrelative
window.inactive.button.*.image.color: ${INK_INACTIVE}
menu.items.bg: flat solid
menu.items.bg.color: ${BAR}
osd.bg: flat solid
osd.bg.color: ${BAR}
osd.label.bg: parentrelative
osd.label.text.color: ${INK}
`;

// The outline of a square between a corner and the column `right` (its bottom lies as far from its top).
function onFrame(x: number, y: number, left: number, top: number, right: number): boolean {
  const bottom = top + right - left;
  const isInside = x >= left && x <= right && y >= top && y <= bottom;
  return isInside && (x === left || x === right || y === top || y === bottom);
}

// X bitmap: rows of bytes, the least significant bit leftmost. Its readers take the numbers from lines of their own.
function picture(isInk: (x: number, y: number) => boolean): string {
  const bytes: string[] = [];
  for (let y = 0; y < SIZE; y += 1) {
    for (let start = 0; start < SIZE; start += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8 && start + bit < SIZE; bit += 1) if (isInk(start + bit, y)) byte |= 1 << bit;
      bytes.push(`0x${byte.toString(16).padStart(2, '0')}`);
    }
  }
  return `#define i_width ${SIZE}\n#define i_height ${SIZE}\nstatic unsigned char i_bits[] = {\n${bytes.join(',\n')} };\n`;
}
