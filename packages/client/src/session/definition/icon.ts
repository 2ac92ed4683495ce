import { ICON_BACKGROUND_DEFAULT, ICON_COLOR_DEFAULT } from '@berth/contract/limits';
import { contrast, textOn } from '../../lib/contrast.ts';
import { colorOf, fieldsAt, pictureOf, textOf } from './fields.ts';

/** What a tile paints: a picture, or a symbol by name, on a colour. */
export interface IconLook {
  readonly image: string | undefined;
  readonly symbol: string;
  readonly color: string;
  readonly background: string;
  /** The name's colour: the symbol's where it can be read. */
  readonly text: string;
}

/** The look of a profile's icon; the defaults of spec chapter 9 where it says nothing. */
export function iconLook(icon: unknown): IconLook {
  const fields = fieldsAt(icon);
  const color = colorOf(fields, 'symbol_color', ICON_COLOR_DEFAULT);
  const background = colorOf(fields, 'background_color', ICON_BACKGROUND_DEFAULT);
  return {
    image: textOf(fields, 'type') === 'image' ? pictureOf(fields, 'image') : undefined,
    symbol: textOf(fields, 'symbol', 'app-window'),
    color,
    background,
    text: contrast(color, background) >= 4.5 ? color : textOn(background),
  };
}
