import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { type AppScreenEntry, ownSets } from '@berth/contract/profile/own-entries';
import { type Fields, fieldsAt } from './fields.ts';

/**
 * A definition with the two sections that tiles are made of. It is complete when it comes from the agent; a section
 * that is missing all the same (an older or newer profile) counts as empty.
 */
export function withTileSections(definition: Fields): ProfileDefinition {
  const thinhoc = fieldsAt(definition, 'thinhoc');
  const whole = {
    ...definition,
    thinhoc: {
      ...thinhoc,
      apps: { enabled: [], installed: {}, instances: {}, ...fieldsAt(thinhoc, 'apps') },
      sessions: { rdp: [], webbrowser: [], webapp: [], ...fieldsAt(thinhoc, 'sessions') },
    },
  };
  // Nothing but these sections is read.
  return whole as unknown as ProfileDefinition;
}

/** Whether the profile has apps, whose tiles need what fills in their templates. */
export function hasApps(definition: Fields): boolean {
  return withTileSections(definition).thinhoc.apps.enabled.length > 0;
}

/** The tiles of a profile without apps, by set. */
export function ownTileSets(definition: Fields): AppScreenEntry[][] {
  return ownSets(withTileSections(definition));
}

/** Names a tile for as long as the session shows it: what it opens, not what it is called. */
export function entryKey({ type, index, app_instance }: AppScreenEntry): string {
  return `${type}/${app_instance ?? ''}/${index}`;
}
