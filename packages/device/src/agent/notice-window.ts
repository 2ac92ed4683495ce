import type { Desktop } from '../system/ports/desktop.ts';
import type { Running } from '../system/ports/programs.ts';
import { NOTICE_CLASS } from '../system/ports/windows.ts';

/** Path of the page that asks and tells the machine's user about remote control. */
const PATH = 'remote';

/**
 * Opens the notice in a browser of its own: it is above every session, and there also where there is no home screen, as
 * in kiosk mode.
 * @param page The bridge's address.
 * @param language What the home screen speaks, as BCP 47.
 */
export function openNoticeWindow(desktop: Desktop, page: string, language: string): Promise<Running> {
  return desktop.openBrowser({
    kind: 'home',
    folder: 'notice',
    className: NOTICE_CLASS,
    url: `${page}${PATH}?${new URLSearchParams({ ui_locales: language })}`,
    fullscreen: false,
    pinchToZoom: false,
    caretBrowsing: false,
    userAgent: null,
    extension: null,
    policies: {
      ...{ BrowserSignin: 0, SyncDisabled: true, MetricsReportingEnabled: false, BackgroundModeEnabled: false },
      ...{ TranslateEnabled: false, PasswordManagerEnabled: false, DownloadRestrictions: 3 },
      ...{ URLBlocklist: ['*'], URLAllowlist: [new URL(page).origin] },
    },
    scale: 1,
    darkTheme: true,
  });
}
