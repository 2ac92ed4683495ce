import type { Icon } from '@berth/contract/profile/icon';

/** Red, green and blue of #rrggbb, from 0 to 255. */
function channels(color: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

/** Relative luminance of #rrggbb, from 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const value = channel / 255;
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
  const above = channels(over);
  const parts = channels(color).map((below, index) =>
    Math.round(below + ((above[index] ?? 0) - below) * share)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}

/** A tile's icon: an image, or a symbol by name, on a color. */
interface IconStyle {
  readonly image: string | undefined;
  readonly symbol: string;
  readonly color: string;
  readonly background: string;
  /** The name's color: the symbol's if readable. */
  readonly text: string;
  /** Color mixed into the name's background by SHADE, if the symbol's color is readable only with it. */
  readonly shade: '#000000' | '#ffffff' | undefined;
}

/** WCAG contrast for text, and for large text. */
const TEXT = 4.5;
const LARGE = 3;
/** Share of the shade color, as in tile.module.css. */
const SHADE = 0.24;

/** The style of a profile's icon. */
export function iconStyle({ type, image, symbol, symbol_color: color, background_color: background }: Icon): IconStyle {
  const shade = textOn(color);
  const here = contrast(color, background);
  const isShaded = here >= LARGE && here < TEXT && contrast(color, mixed(background, shade, SHADE)) >= TEXT;
  return {
    image: type === 'image' ? image : undefined,
    symbol,
    color,
    background,
    text: here >= TEXT || isShaded ? color : textOn(background),
    shade: isShaded ? shade : undefined,
  };
}
