import Type from 'typebox';
import { AppInstance, KNOWN_INSTANCES } from './app-instances.ts';
import { Icon } from './icon.ts';
import { choice, flag, item, list, map, section } from './schema.ts';
import { addressTemplate, line, name } from './texts.ts';

/** The apps of a profile (spec chapter 3, thinhoc.apps), by their keys in the catalog, such as thinhoc::whiteboard. */
const APPS_MAX = 128;

/** A webapp session whose URL may have placeholders for the instance's settings. */
export const WebappTemplate = item({
  type: choice(['webapp'], 'webapp'),
  hide_app_item_icon: flag(false),
  window_title: name(256),
  display_name: name(128),
  url: addressTemplate('address-template'),
  disablePinchToZoom: flag(false),
  icon: Icon,
});
export type WebappTemplate = Type.Static<typeof WebappTemplate>;

const templateSessions = section({ webapp: list(WebappTemplate, { maxItems: 16 }) });

/** Copied into the profile when an app is turned on; `build` is the form of the template. */
export const AppDefinition = item({
  build: Type.Enum([1, 2], { type: 'integer' }),
  template: section({ thinhoc: section({ sessions: templateSessions }) }),
});
export type AppDefinition = Type.Static<typeof AppDefinition>;

export const Apps = section({
  enabled: list(line(128, { pattern: 'app-key' }), { maxItems: APPS_MAX, uniqueItems: true }),
  installed: map(AppDefinition, { keys: 'app-key', maxProperties: APPS_MAX }),
  instances: map(AppInstance, { keys: 'app-key', maxProperties: APPS_MAX, properties: KNOWN_INSTANCES }),
});
export type Apps = Type.Static<typeof Apps>;
