import type { Icon } from '@berth/contract/profile/icon';
import { contrast, mixed, textOn } from '../lib/contrast.ts';

/** A tile's icon: an image, or a symbol by name, on a color. */
export interface IconStyle {
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
