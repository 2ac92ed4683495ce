import Type from 'typebox';
import { section } from './schema.ts';
import { RdpSessions } from './sessions-rdp.ts';
import { WebappSessions } from './sessions-webapp.ts';
import { WebbrowserSessions } from './sessions-webbrowser.ts';
import { line } from './texts.ts';

/** What the home screen opens, by type (spec chapter 3). Session references count positions in these lists. */
export const SESSION_TYPES = ['rdp', 'webbrowser', 'webapp'] as const;
export type SessionType = (typeof SESSION_TYPES)[number];

/** The key of the app whose session is meant, where it is not one of the definition's own. */
export function appInstance() {
  return Type.Optional(line(128, { pattern: 'app-key' }));
}

export const Sessions = section({ rdp: RdpSessions, webbrowser: WebbrowserSessions, webapp: WebappSessions });
