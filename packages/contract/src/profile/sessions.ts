import Type from 'typebox';
import { iconWith, requiredIconWith } from './icon.ts';
import { choice, flag, item, list, section, whole } from './schema.ts';
import { addressTemplate, certificates, hostOrNothing, line, name, pageAddress, webAddress } from './texts.ts';

/**
 * A remote desktop (spec chapter 3, rdp item). It contains no password: the user types it when connecting. `default_…`
 * fills in the field, `force_…` prevents the user from changing it.
 */
export const RdpSession = item({
  display_name: name(128, { perMachine: 'text' }),
  icon: requiredIconWith('device-desktop'),
  window_title: line(256, { default: '', perMachine: 'text' }),
  always_show_advanced_tab: flag(false),
  admin_contact: line(256, { default: '', perMachine: 'text' }),
  default_host: hostOrNothing(),
  force_default_host: flag(false),
  default_logon_domain: line(256, { default: '', perMachine: 'text' }),
  force_default_logon_domain: flag(false),
  default_user: line(256, { default: '', perMachine: 'text' }),
  auto_reconn_enabled: flag(true),
  force_auto_reconn_enabled: flag(false),
  drive_hotplug_enabled: flag(false),
  multi_display_enabled: flag(false),
  smartcards_enabled: flag(false),
  fullscreen_enabled: flag(true),
  // Beyond the specification: trust for certificates that no public authority has signed.
  certificate_fingerprint: line(95, { default: '', pattern: 'fingerprint' }),
  certificate_authority: certificates(),
});
export type RdpSession = Type.Static<typeof RdpSession>;

const RdpSessions = list(RdpSession, { maxItems: 64 });

const CONTENT_FILTER_LIST_DEFAULT = 'https://easylist.to/easylist/easylist.txt';

/** A search engine; `{searchTerms}` is the placeholder of the search, `bang` the keyword that selects the engine. */
const SearchEngineProvider = item({
  url: addressTemplate('search-address'),
  bang: line(16, { pattern: 'bang' }),
  name: name(64),
});
type SearchEngineProvider = Type.Static<typeof SearchEngineProvider>;

/** Five general search engines; the first is the default one (spec chapter 9). */
const SEARCH_ENGINES_DEFAULT: readonly SearchEngineProvider[] = [
  { url: 'https://duckduckgo.com/?q={searchTerms}', bang: 'd', name: 'DuckDuckGo' },
  { url: 'https://www.google.com/search?q={searchTerms}', bang: 'g', name: 'Google' },
  { url: 'https://www.bing.com/search?q={searchTerms}', bang: 'b', name: 'Bing' },
  { url: 'https://www.startpage.com/sp/search?query={searchTerms}', bang: 's', name: 'Startpage' },
  { url: 'https://www.ecosia.org/search?q={searchTerms}', bang: 'e', name: 'Ecosia' },
];

/** A free browser with rules (spec chapter 3, webbrowser item). `default_search_engine` is the name of a provider. */
export const WebbrowserSession = item({
  display_name: name(128, { perMachine: 'text' }),
  icon: iconWith('browser'),
  url: pageAddress(),
  content_filter_lists: list(webAddress(), { maxItems: 32, uniqueItems: true, default: [CONTENT_FILTER_LIST_DEFAULT] }),
  enable_caret_browsing: flag(false),
  search_engine_providers: list(SearchEngineProvider, { maxItems: 32, default: SEARCH_ENGINES_DEFAULT }),
  default_search_engine: line(64, { default: 'DuckDuckGo' }),
  use_google_search_suggestions: flag(false),
  disable_context_menu: flag(false),
  enable_adblock: flag(true),
  enable_tracking_prevention: flag(true),
  enable_google_safe_browsing: flag(true),
  custom_user_agent: line(512, { default: '' }),
});
export type WebbrowserSession = Type.Static<typeof WebbrowserSession>;

/** At most one (spec chapter 5). */
const WebbrowserSessions = list(WebbrowserSession, { maxItems: 1 });

/** A web page in its own window (spec chapter 3, webapp item). */
export const WebappSession = item({
  display_name: name(128, { perMachine: 'text' }),
  icon: iconWith('world'),
  hide_app_item_icon: flag(false),
  window_title: name(256, { perMachine: 'text' }),
  url: pageAddress(),
  disablePinchToZoom: flag(false),
});
export type WebappSession = Type.Static<typeof WebappSession>;

const WebappSessions = list(WebappSession, { maxItems: 64 });

/** The sessions of the home screen, by type (spec chapter 3). Session references are positions in these lists. */
const LISTS = { rdp: RdpSessions, webbrowser: WebbrowserSessions, webapp: WebappSessions } as const;
export const Sessions = section(LISTS);

export type SessionType = keyof typeof LISTS;
export const SESSION_TYPES = Object.keys(LISTS) as SessionType[];

const IS_BROWSER: Record<SessionType, boolean> = { webapp: true, webbrowser: true, rdp: false };
/** The types that open in a browser: prepared after the login, and reopened after a restart. */
export const BROWSER_SESSIONS = (Object.keys(IS_BROWSER) as SessionType[]).filter((type) => IS_BROWSER[type]);

/** A session with all its settings, for the agent. */
export type ConfiguredSession = {
  [T in SessionType]: { readonly type: T; readonly session: Type.Static<(typeof LISTS)[T]>[number] };
}[SessionType];

/** The key of the session's app, if it is not one of the definition's own. */
function appInstance() {
  return Type.Optional(line(128, { pattern: 'app-key' }));
}

/**
 * A session that opens automatically (spec chapter 3). `session_index` is the position in the definition's list of that
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

/** Kiosk mode shows one session and nothing else; `none` is off (spec chapter 4). References as in autostart. */
export const Kiosk = section({
  session_type: choice(['none', ...SESSION_TYPES], 'none'),
  session_index: whole({ minimum: 0, maximum: 999, default: 0 }),
  app_instance: appInstance(),
});
export type Kiosk = Type.Static<typeof Kiosk>;
