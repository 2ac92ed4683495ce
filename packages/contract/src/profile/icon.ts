import Type from 'typebox';
import { ICON_BACKGROUND_DEFAULT, ICON_COLOR_DEFAULT } from '../limits.ts';
import { equals, needs, rule } from './conditions.ts';
import { choice, item, section, whole } from './schema.ts';
import { color, line, picture } from './texts.ts';

export const ICON_TYPES = ['symbol', 'image'] as const;

/** The default symbol of a tile; like all symbols, a Tabler icon name. */
export const ICON_SYMBOL_DEFAULT = 'app-window';

const fieldsWith = (symbol: string) => ({
  /** For clients that number their symbols; unused here (docs/decisions, fields without an effect). */
  index: whole({ minimum: 0, maximum: 100_000, default: 0 }),
  type: choice(ICON_TYPES, 'symbol'),
  image: Type.Optional(picture(512 * 1024, 'png')),
  symbol: line(64, { pattern: 'symbol', default: symbol }),
  symbol_color: color(ICON_COLOR_DEFAULT),
  background_color: color(ICON_BACKGROUND_DEFAULT),
});

const imageIsRequired = [rule(equals('type', 'image'), needs('image'))];

/** A tile's icon: a symbol on a color, or an image (spec chapter 3, Icon). */
export const Icon = iconWith(ICON_SYMBOL_DEFAULT);
export type Icon = Type.Static<typeof Icon>;

/** An icon with another default symbol, such as a session type's own. */
export function iconWith(symbol: string) {
  return section(fieldsWith(symbol), { allOf: imageIsRequired });
}

/** A required icon, as for rdp sessions (spec chapter 5). */
export function requiredIconWith(symbol: string) {
  return item(fieldsWith(symbol), { allOf: imageIsRequired });
}
