import type { Desktop } from '../system/ports/desktop.ts';
import type { Running } from '../system/ports/programs.ts';
import { MESSAGE_CLASS, NOTICE_CLASS } from '../system/ports/windows.ts';

/** Asks or informs the user about remote control. */
export const REMOTE_NOTICE = { path: 'remote', folder: 'notice', className: NOTICE_CLASS } as const;
/** Shows an administrator's message. */
export const MESSAGE_NOTICE = { path: 'message', folder: 'message', className: MESSAGE_CLASS } as const;

/**
 * Opens a notice in a separate browser window above every session; this also works without a home screen, as in kiosk
 * mode.
 * @param notice What it shows: a page of the session.
 * @param page The bridge's address.
 * @param language Of the home screen, as BCP 47.
 * @param scale Scale factor of the screen, from the profile.
 */
export function openNoticeWindow(
  desktop: Desktop,
  { path, folder, className }: typeof REMOTE_NOTICE | typeof MESSAGE_NOTICE,
  page: string,
  language: string,
  scale: number,
): Promise<Running> {
  return desktop.openBrowser({
    kind: 'home',
    folder,
    className,
    url: `${page}${path}?${new URLSearchParams({ ui_locales: language })}`,
    fullscreen: false,
    pinchToZoom: false,
    caretBrowsing: false,
    userAgent: null,
    extension: null,
    policies: {
      BrowserSignin: 0,
      SyncDisabled: true,
      MetricsReportingEnabled: false,
      BackgroundModeEnabled: false,
      TranslateEnabled: false,
      PasswordManagerEnabled: false,
      DownloadRestrictions: 3,
      URLBlocklist: ['*'],
      URLAllowlist: [new URL(page).origin],
    },
    scale,
    darkTheme: true,
  });
}
