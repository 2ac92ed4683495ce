import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { hasInfo } from './appearance.ts';

/** What stands on the home screen around the tiles, as far as it takes their room. */
export interface HomeParts {
  /** The Info Section's part of the height, in percent; 0 where there is none. */
  readonly info: number;
  readonly logo: boolean;
  /** How guests get onto the screen. */
  readonly guide: boolean;
  readonly calendar: boolean;
  readonly bar: boolean;
}

/** What the profile says of the home screen, and what stands on it by what the machine is. */
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
/** A lower screen has the guide as a strip. In rem, as the two that follow. */
const LOW = 45;
const GUIDE_STRIP = 5;
const GUIDE_CARD = 9;

/**
 * The scale nearest to the wanted one at which two rows of four tiles and the Status Bar are on the screen; never below 1,
 * which the profile cannot ask for.
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

/** What the Info Section leaves of the height. One that leaves next to nothing decides about the tiles, not the scale. */
function shareOf({ info }: HomeParts): number {
  return 1 - Math.min(info, 60) / 100;
}
