import { googleWorkspace, microsoft365, miro, nextcloud } from './entries/collaboration.ts';
import { googleMeet, joinMeeting, microsoftTeams, videoConference, webex, zoom } from './entries/meetings.ts';
import { dashboard, hostedDesktop, mirroring, rdpClient, sipClient, whiteboard } from './entries/own.ts';
import type { AppCatalogEntry } from './entry.ts';

/** The app catalog by key, in display order (spec chapters 1, 3 and 9). */
export const APP_CATALOG = {
  'thinhoc::dashboard': dashboard,
  'thinhoc::mirroring': mirroring,
  'thinhoc::rdp-client': rdpClient,
  'thinhoc::sip-client': sipClient,
  'thinhoc::whiteboard': whiteboard,
  'thinhoc::hosted-desktop': hostedDesktop,
  'thinhoc::video-conference': videoConference,
  'thinhoc::join-meeting': joinMeeting,
  'thinhoc::microsoft-teams': microsoftTeams,
  'thinhoc::zoom': zoom,
  'thinhoc::google-meet': googleMeet,
  'thinhoc::webex': webex,
  'thinhoc::microsoft-365': microsoft365,
  'thinhoc::google-workspace': googleWorkspace,
  'thinhoc::nextcloud': nextcloud,
  'thinhoc::miro': miro,
} as const satisfies Record<string, AppCatalogEntry>;
export type AppKey = keyof typeof APP_CATALOG;

/** The catalog's entry; undefined for an app of a newer catalog. */
export function catalogEntry(app: string): AppCatalogEntry | undefined {
  return isAppKey(app) ? APP_CATALOG[app] : undefined;
}

/** Whether the catalog has the app. */
export function isAppKey(app: string): app is AppKey {
  return Object.hasOwn(APP_CATALOG, app);
}
