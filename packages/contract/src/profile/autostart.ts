import type Type from 'typebox';
import { choice, item, list, whole } from './schema.ts';
import { SESSION_TYPES } from './sessions.ts';

/**
 * A session that opens by itself (spec chapter 3). `session_index` is the position among the sessions of its type as
 * `effectiveSessions` lists them: the profile's own first, then those of enabled apps.
 */
export const SessionReference = item({
  session_type: choice(SESSION_TYPES),
  session_index: whole({ minimum: 0, maximum: 999 }),
});
export type SessionReference = Type.Static<typeof SessionReference>;

/** Opened in this order after login; not while kiosk mode is on (spec chapter 4). */
export const Autostart = list(SessionReference, { maxItems: 32, uniqueItems: true });
