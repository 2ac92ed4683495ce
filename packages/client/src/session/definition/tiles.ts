import type { ProfileDefinition } from '@berth/contract/profile/definition';
import { type AppScreenEntry, appScreenSets } from '@berth/contract/profile/entries';
import { type Fields, fieldsAt } from './fields.ts';

/**
 * The App Screen's tiles by set. A definition is complete when it comes from the agent; a section that is missing all
 * the same (an older or newer profile) counts as empty.
 */
export function tileSets(definition: Fields): AppScreenEntry[][] {
  const thinhoc = fieldsAt(definition, 'thinhoc');
  const whole = {
    ...definition,
    thinhoc: {
      ...thinhoc,
      apps: { enabled: [], installed: {}, instances: {}, ...fieldsAt(thinhoc, 'apps') },
      sessions: { rdp: [], webbrowser: [], webapp: [], ...fieldsAt(thinhoc, 'sessions') },
    },
  };
  // Only these two sections are read, and they are there.
  return appScreenSets(whole as unknown as ProfileDefinition);
}

/** Names a tile for as long as the session shows it: what it opens, not what it is called. */
export function entryKey({ type, index, app_instance }: AppScreenEntry): string {
  return `${type}/${app_instance ?? ''}/${index}`;
}
