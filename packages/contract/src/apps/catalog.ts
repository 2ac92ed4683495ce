import { dashboard } from './entries/dashboard.ts';
import { googleMeet } from './entries/google-meet.ts';
import { googleWorkspace } from './entries/google-workspace.ts';
import { hostedDesktop } from './entries/hosted-desktop.ts';
import { joinMeeting } from './entries/join-meeting.ts';
import { microsoft365 } from './entries/microsoft-365.ts';
import { microsoftTeams } from './entries/microsoft-teams.ts';
import { miro } from './entries/miro.ts';
import { mirroring } from './entries/mirroring.ts';
import { nextcloud } from './entries/nextcloud.ts';
import { rdpClient } from './entries/rdp-client.ts';
import { sipClient } from './entries/sip-client.ts';
import { videoConference } from './entries/video-conference.ts';
import { webex } from './entries/webex.ts';
import { whiteboard } from './entries/whiteboard.ts';
import { zoom } from './entries/zoom.ts';
import type { AppCatalogEntry } from './entry.ts';

/** The app catalog by key, in the order it is shown (spec chapters 1, 3 and 9). */
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

/** The catalog's entry; undefined for an app that a newer catalog knows. */
export function catalogEntry(app: string): AppCatalogEntry | undefined {
  return isAppKey(app) ? APP_CATALOG[app] : undefined;
}

/** Whether the catalog has the app. */
export function isAppKey(app: string): app is AppKey {
  return Object.hasOwn(APP_CATALOG, app);
}
