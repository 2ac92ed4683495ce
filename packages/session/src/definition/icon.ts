import { ICON_BACKGROUND_DEFAULT, ICON_COLOR_DEFAULT } from '@berth/contract/limits';
import { contrast, mixed, textOn } from '../lib/contrast.ts';
import { colorOf, fieldsAt, pictureOf, textOf } from './fields.ts';

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

/** The look of a profile's icon; the defaults of spec chapter 9 where it says nothing. */
export function iconStyle(icon: unknown): IconStyle {
  const fields = fieldsAt(icon);
  const color = colorOf(fields, 'symbol_color', ICON_COLOR_DEFAULT);
  const background = colorOf(fields, 'background_color', ICON_BACKGROUND_DEFAULT);
  const shade = textOn(color) === '#000000' ? '#000000' : '#ffffff';
  const here = contrast(color, background);
  const isShaded = here >= LARGE && here < TEXT && contrast(color, mixed(background, shade, SHADE)) >= TEXT;
  return {
    image: textOf(fields, 'type') === 'image' ? pictureOf(fields, 'image') : undefined,
    symbol: textOf(fields, 'symbol', 'app-window'),
    color,
    background,
    text: here >= TEXT || isShaded ? color : textOn(background),
    shade: isShaded ? shade : undefined,
  };
}
