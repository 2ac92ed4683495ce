import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { hasInfo } from './appearance.ts';

/** Parts of the home screen that take space from the tiles. */
export interface HomeParts {
  /** The Info Section's height in percent; 0 without one. */
  readonly info: number;
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

export function homeParts({ definition, guide, calendar }: HomeRoom): HomeParts {
  const { customization } = definition.thinhoc;
  return {
    guide,
    calendar,
    info: hasInfo(customization) ? customization.dashboard.height : 0,
    logo: customization.logo !== undefined,
    bar: !customization.disable_status_bar,
  };
}

const COLUMNS = 4;
const ROWS = 2;
/** The sizes below are those of session.css, app-screen.module.css, home.module.css and room-calendar.module.css. */
const GAP = 24;
const SIDE = 32;
const LOGO = 96;
/** A lower screen shows the guide as a strip. In rem, like the next two. */
const LOW = 45;
const GUIDE_STRIP = 5;
const GUIDE_CARD = 9;

/**
 * The scale nearest to the wanted one that leaves room for two rows of four tiles and the Status Bar; at least 1, the
 * profile's minimum.
 */
export function fittingScale(
  { uiScale, textScale, parts }: { readonly uiScale: number; readonly textScale: number; readonly parts: HomeParts },
  screen: { readonly width: number; readonly height: number },
): number {
  const rem = 16 * textScale;
  const tile = 80 + 5 * rem;
  const bar = parts.bar ? 3 * Math.max(16, rem) : 0;
  const calendar = parts.calendar ? 18 * rem + SIDE : 0;
  const width = COLUMNS * tile + (COLUMNS - 1) * GAP + 2 * SIDE + calendar;
  const rows = ROWS * tile + (ROWS - 1) * GAP + 2 * GAP;
  const scaleWith = (guide: number) => {
    const height = (rows + bar + Math.max(parts.logo ? LOGO : 0, parts.guide ? guide * rem : 0)) / shareOf(parts);
    return Math.min(uiScale, screen.width / width, screen.height / height);
  };
  const scale = scaleWith(GUIDE_STRIP);
  return Math.max(1, screen.height / scale <= LOW * rem ? scale : scaleWith(GUIDE_CARD));
}

/** The share of the height left by the Info Section. One that leaves almost nothing limits the tiles, not the scale. */
function shareOf({ info }: HomeParts): number {
  return 1 - Math.min(info, 60) / 100;
}
