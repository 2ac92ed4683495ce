import type Type from 'typebox';
import { choice, item, list, whole } from './schema.ts';
import { appInstance, SESSION_TYPES } from './sessions.ts';

/**
 * A session that opens by itself (spec chapter 3). `session_index` is the position in the definition's list of that
 * type. Our addition: with `app_instance`, an app's key, it is the position in that app's list.
 */
export const SessionReference = item({
  session_type: choice(SESSION_TYPES),
  session_index: whole({ minimum: 0, maximum: 999 }),
  app_instance: appInstance(),
});
export type SessionReference = Type.Static<typeof SessionReference>;

/** Opened in this order after login; not while kiosk mode is on (spec chapter 4). */
export const Autostart = list(SessionReference, { maxItems: 32 });
