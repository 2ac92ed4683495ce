import { section } from './schema.ts';
import { RdpSessions } from './sessions-rdp.ts';
import { WebappSessions } from './sessions-webapp.ts';
import { WebbrowserSessions } from './sessions-webbrowser.ts';

/** What the home screen opens, by type (spec chapter 3). Session references count positions in these lists. */
export const SESSION_TYPES = ['rdp', 'webbrowser', 'webapp'] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

export const Sessions = section({ rdp: RdpSessions, webbrowser: WebbrowserSessions, webapp: WebappSessions });
