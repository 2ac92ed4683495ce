import Type from 'typebox';
import { endpoint } from './declare.ts';
import { closed, nullable } from './parts.ts';

/** Of the file; pages have small icons. */
export const WEB_PAGE_ICON_BYTES_MAX = 256 * 1024;

/** What a web page says of itself. */
export const WebPage = closed({
  /** Whether the server could read the page. Machines in another network may reach it all the same. */
  reached: Type.Boolean(),
  title: nullable(Type.String()),
  /** A data URL: PNG, JPEG, GIF, WebP, SVG or ICO, in the page's own size. */
  icon: nullable(Type.String()),
});
export type WebPage = Type.Static<typeof WebPage>;

export const readWebPage = endpoint('POST /organizations/{id}/web-page', {
  id: 'profiles.readWebPage',
  summary:
    "Read a public web page's title and icon, for the tile of a session. Only addresses that webhooks can have; takes at most 8 seconds",
  changes: false,
  permission: 'profile.write',
  rate: 'command',
  body: closed({ url: Type.String({ minLength: 8, maxLength: 2_048, pattern: '^https?://[!-~]+$' }) }),
  reply: WebPage,
});
