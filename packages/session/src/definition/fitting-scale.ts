import type { ProfileDefinition } from '@berth/contract/profile/definition';

/** Parts of the home screen that take space from the tiles. */
export interface HomeParts {
  readonly info: boolean;
  readonly logo: boolean;
  /** Whether it shows how guests join. */
  readonly guide: boolean;
  readonly calendar: boolean;
  readonly bar: boolean;
}

/** The profile's settings of the home screen, and the parts that depend on the machine. */
export interface HomeRoom extends Pick<HomeParts, 'guide' | 'calendar'> {
  readonly definition: ProfileDefinition;
}

export function homeParts({ definition, guide, calendar }: HomeRoom, info: boolean): HomeParts {
  const { customization } = definition.thinhoc;
  return {
    guide,
    calendar,
    info,
    logo: customization.logo !== undefined,
    bar: !customization.disable_status_bar,
  };
}

const COLUMNS = 4;
const ROWS = 2;
/** The sizes below are those of home/tile-grid.ts and home/home.module.css, for the shelf of one line. In rem: */
const TILE = { width: 8.25, height: 6.25 };
const SHELF_LINE = 5.5;
const BAR = 3;
/** In px. */
const GAP = 16;
const EDGE = 24;

/**
 * The scale closest to the wanted one that leaves room for two rows of four tiles and the Status Bar; at least 1, the
 * profile's minimum.
 * @param screen Size of the screen in design pixels, where a screen is 1920x1080.
 */
export function fittingScale(
  { uiScale, textScale, parts }: { readonly uiScale: number; readonly textScale: number; readonly parts: HomeParts },
  screen: { readonly width: number; readonly height: number },
): number {
  const rem = 16 * textScale;
  const width = COLUMNS * TILE.width * rem + (COLUMNS - 1) * GAP + 2 * EDGE;
  // The meeting is a separate line below the Info Section and the share card.
  const lines = (parts.info || parts.guide || parts.logo ? 1 : 0) + (parts.calendar ? 1 : 0);
  const shelf = lines * (SHELF_LINE * rem + GAP);
  const bar = parts.bar ? BAR * Math.max(16, rem) : 0;
  const height = ROWS * TILE.height * rem + (ROWS - 1) * GAP + 2 * GAP + shelf + bar;
  return Math.max(1, Math.min(uiScale, screen.width / width, screen.height / height));
}
