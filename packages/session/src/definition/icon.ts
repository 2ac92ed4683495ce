import type { Icon } from '@berth/contract/profile/icon';
import { contrast, mixed, textOn } from '../lib/contrast.ts';

/** What a tile paints: a picture, or a symbol by name, on a color. */
export interface IconStyle {
  readonly image: string | undefined;
  readonly symbol: string;
  readonly color: string;
  readonly background: string;
  /** The name's color: the symbol's where it can be read. */
  readonly text: string;
  /** What the name's ground is mixed with, where the symbol's color can be read on that only; SHADE of it. */
  readonly shade: '#000000' | '#ffffff' | undefined;
}

/** Readable as WCAG asks of text, and as it asks of what is larger. */
const TEXT = 4.5;
const LARGE = 3;
/** How much of the shade: the share in tile.module.css. */
const SHADE = 0.24;

/** The look of a profile's icon. */
export function iconStyle({ type, image, symbol, symbol_color: color, background_color: background }: Icon): IconStyle {
  const shade = textOn(color) === '#000000' ? '#000000' : '#ffffff';
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
