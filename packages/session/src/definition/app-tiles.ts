import { appScreenSets } from '@berth/contract/profile/entries';
import type { AppScreenEntry } from '@berth/contract/profile/own-entries';
import type { Fields } from './fields.ts';
import { withTileSections } from './tiles.ts';

/** The tiles of a profile with apps, by set: its own sessions first. */
export function appTileSets(definition: Fields): AppScreenEntry[][] {
  return appScreenSets(withTileSections(definition));
}
