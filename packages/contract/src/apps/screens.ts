import { ICON_BACKGROUND_DEFAULT, ICON_COLOR_DEFAULT } from '../limits.ts';
import type { Icon } from '../profile/icon.ts';

/**
 * Apps that are screens of the session and have their own tile, in the catalog's order. Their names are in the
 * session's locale files, by key. Separate from the catalog, which machines do not load.
 */
const symbols = {
  'thinhoc::mirroring': 'screen-share',
  'thinhoc::sip-client': 'phone',
  'thinhoc::whiteboard': 'chalkboard',
} as const;
type ScreenApp = keyof typeof symbols;

/** The tile of an app's own screen; undefined if the app has none. */
export function screenIcon(app: string): Icon | undefined {
  if (!isScreenApp(app)) return undefined;
  return {
    index: 0,
    type: 'symbol',
    symbol: symbols[app],
    symbol_color: ICON_COLOR_DEFAULT,
    background_color: ICON_BACKGROUND_DEFAULT,
  };
}

/** Whether the app is a screen of the session. */
function isScreenApp(app: string): app is ScreenApp {
  return Object.hasOwn(symbols, app);
}
