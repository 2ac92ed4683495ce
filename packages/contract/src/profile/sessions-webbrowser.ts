import type Type from 'typebox';
import { Icon } from './icon.ts';
import { flag, item, list } from './schema.ts';
import { addressTemplate, line, name, webAddress } from './texts.ts';

export const CONTENT_FILTER_LIST_DEFAULT = 'https://easylist.to/easylist/easylist.txt';

/** A search engine; `{searchTerms}` stands for what the person typed, `bang` is the keyword that picks the engine. */
export const SearchEngineProvider = item({
  url: addressTemplate('search-address'),
  bang: line(16, { pattern: 'bang' }),
  name: name(64),
});
export type SearchEngineProvider = Type.Static<typeof SearchEngineProvider>;

/** Five general search engines; the first is the default one (spec chapter 9). */
export const SEARCH_ENGINES_DEFAULT: readonly SearchEngineProvider[] = [
  { url: 'https://duckduckgo.com/?q={searchTerms}', bang: 'd', name: 'DuckDuckGo' },
  { url: 'https://www.google.com/search?q={searchTerms}', bang: 'g', name: 'Google' },
  { url: 'https://www.bing.com/search?q={searchTerms}', bang: 'b', name: 'Bing' },
  { url: 'https://www.startpage.com/sp/search?query={searchTerms}', bang: 's', name: 'Startpage' },
  { url: 'https://www.ecosia.org/search?q={searchTerms}', bang: 'e', name: 'Ecosia' },
];

/** A free browser with rules (spec chapter 3, webbrowser item). `default_search_engine` is the name of a provider. */
export const WebbrowserSession = item({
  display_name: name(128),
  icon: Icon,
  url: webAddress(),
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
export const WebbrowserSessions = list(WebbrowserSession, { maxItems: 1 });
