import type { ProfileDefinition } from './definition.ts';
import type { Icon } from './icon.ts';
import { type ConfiguredSession, SESSION_TYPES, type SessionType } from './sessions.ts';

/**
 * One tile of the App Screen (spec chapter 3, "session app entry as shown on screen"). type, index and app_instance
 * reference the session to open, as in bridge calls, autostart and kiosk. Type `app` is a screen of the session itself,
 * given by the app's key; its name is in the locale files.
 */
export interface AppScreenEntry {
  readonly type: SessionType | 'app';
  readonly index: number;
  readonly app_instance: string | null;
  readonly icon: Icon;
  readonly window_title: string;
  readonly display_name: string;
  readonly url: string;
}

/**
 * The tiles of the profile's own sessions by type, in its order; a type without tiles has no set. Separate from those of
 * apps: a machine without apps does not load the code for their templates.
 */
export function ownSets(definition: ProfileDefinition): AppScreenEntry[][] {
  return SESSION_TYPES.map((type) => ownEntries(definition, type)).filter((set) => set.length > 0);
}

function ownEntries(definition: ProfileDefinition, type: SessionType): AppScreenEntry[] {
  return definition.thinhoc.sessions[type].flatMap((session, index) => entryOf(type, session, index, null));
}

/** The tile of one session; none if the profile hides it. */
export function entryOf(
  type: SessionType,
  session: ConfiguredSession['session'],
  index: number,
  app_instance: string | null,
): AppScreenEntry[] {
  if ('hide_app_item_icon' in session && session.hide_app_item_icon) return [];
  const { icon, display_name } = session;
  const window_title = 'window_title' in session && session.window_title !== '' ? session.window_title : display_name;
  return [{ type, index, app_instance, icon, window_title, display_name, url: 'url' in session ? session.url : '' }];
}
