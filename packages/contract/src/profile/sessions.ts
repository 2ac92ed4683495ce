import Type from 'typebox';
import { section } from './schema.ts';
import { RdpSessions } from './sessions-rdp.ts';
import { WebappSessions } from './sessions-webapp.ts';
import { WebbrowserSessions } from './sessions-webbrowser.ts';
import { line } from './texts.ts';

/** What the home screen opens, by type (spec chapter 3). Session references count positions in these lists. */
const LISTS = { rdp: RdpSessions, webbrowser: WebbrowserSessions, webapp: WebappSessions } as const;
export const Sessions = section(LISTS);

export type SessionType = keyof typeof LISTS;
export const SESSION_TYPES = Object.keys(LISTS) as SessionType[];

/** A session with all its settings, as the agent opens it. */
export type ConfiguredSession = {
  [T in SessionType]: { readonly type: T; readonly session: Type.Static<(typeof LISTS)[T]>[number] };
}[SessionType];

/** The key of the app whose session is meant, where it is not one of the definition's own. */
export function appInstance() {
  return Type.Optional(line(128, { pattern: 'app-key' }));
}
