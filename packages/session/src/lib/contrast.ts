/** Relative luminance of #rrggbb, from 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast between two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** White or black, whichever has more contrast on a color: one of them always has at least 4.5:1. */
export function textOn(color: string): '#ffffff' | '#000000' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}

/** A color with a share of another one over it, as a browser blends it. */
export function mixed(color: string, over: string, share: number): string {
  const parts = [1, 3, 5].map((start) => {
    const [below = 0, above = 0] = [color, over].map((each) => Number.parseInt(each.slice(start, start + 2), 16));
    return Math.round(below + (above - below) * share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${parts.join('')}`;
}
