import type Type from 'typebox';
import { Icon } from './icon.ts';
import { flag, item, list } from './schema.ts';
import { name, webAddress } from './texts.ts';

/** One web page in a window of its own (spec chapter 3, webapp item). */
export const WebappSession = item({
  display_name: name(128),
  icon: Icon,
  hide_app_item_icon: flag(false),
  window_title: name(256),
  url: webAddress(),
  disablePinchToZoom: flag(false),
});
export type WebappSession = Type.Static<typeof WebappSession>;

export const WebappSessions = list(WebappSession, { maxItems: 64 });
