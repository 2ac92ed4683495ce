import type Type from 'typebox';
import { choice, section, whole } from './schema.ts';
import { appInstance, SESSION_TYPES } from './sessions.ts';

/** Kiosk mode shows one session and nothing else; `none` is off (spec chapter 4). Counted as in autostart. */
export const Kiosk = section({
  session_type: choice(['none', ...SESSION_TYPES], 'none'),
  session_index: whole({ minimum: 0, maximum: 999, default: 0 }),
  app_instance: appInstance(),
});
export type Kiosk = Type.Static<typeof Kiosk>;
