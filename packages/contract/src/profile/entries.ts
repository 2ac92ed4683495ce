import { screenIcon } from '../apps/screens.ts';
import { activeApps, appSessions } from '../apps/usable.ts';
import type { ProfileDefinition } from './definition.ts';
import { type AppScreenEntry, entryOf, ownSets } from './own-entries.ts';
import type { ConfiguredSession, SessionReference, SessionType } from './sessions.ts';

/** A session reference of bridge calls; a null app also means one of the profile's own. */
export interface WindowReference {
  readonly session_type: SessionType;
  readonly session_index: number;
  readonly app_instance?: string | null | undefined;
}

/**
 * The App Screen's tiles in order, by set: the profile's sessions by type, then the apps in the order of enabling.
 * customization.delimitersBetweenAppSets draws lines between sets; empty sets are omitted. Sessions with
 * hide_app_item_icon have no tile, but can be started in other ways. Takes a complete definition.
 */
export function appScreenSets(definition: ProfileDefinition): AppScreenEntry[][] {
  const apps = activeApps(definition).flatMap((app) => appEntries(definition, app));
  return apps.length > 0 ? [...ownSets(definition), apps] : ownSets(definition);
}

/** The same tiles in one list. */
export function appScreenEntries(definition: ProfileDefinition): AppScreenEntry[] {
  return appScreenSets(definition).flat();
}

/** The referenced session; undefined if it is missing, which also means that kiosk mode is off. */
export function sessionAt(definition: ProfileDefinition, reference: WindowReference): ConfiguredSession | undefined {
  const { session_type: type, session_index: index, app_instance: app } = reference;
  const { sessions } = definition.thinhoc;
  if (app) {
    const session = activeApps(definition).includes(app) ? appSessions(definition, app)[index] : undefined;
    return type === 'webapp' && session ? { type, session } : undefined;
  }
  const session = sessions[type][index];
  // The list has the type that it was found by.
  return session && ({ type, session } as ConfiguredSession);
}

/** The session of kiosk mode; undefined if kiosk mode is off. */
export function kioskReference(definition: ProfileDefinition): SessionReference | undefined {
  const { session_type, ...rest } = definition.thinhoc.kiosk;
  if (session_type === 'none') return undefined;
  const reference = { ...rest, session_type };
  return sessionAt(definition, reference) ? reference : undefined;
}

/** The sessions that open automatically: none in kiosk mode (spec chapter 4), and no missing ones. */
export function autostartReferences(definition: ProfileDefinition): SessionReference[] {
  if (kioskReference(definition)) return [];
  return definition.thinhoc.autostart.filter((reference) => sessionAt(definition, reference));
}

function appEntries(definition: ProfileDefinition, app: string): AppScreenEntry[] {
  const icon = screenIcon(app);
  if (icon) return [{ type: 'app', index: 0, app_instance: app, icon, window_title: '', display_name: '', url: '' }];
  return appSessions(definition, app).flatMap((session, index) =>
    session ? entryOf('webapp', session, index, app) : [],
  );
}
