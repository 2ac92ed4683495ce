import type { WebbrowserSession } from '@berth/contract/profile/sessions';
import { pageLanguages } from '@berth/contract/rules/languages';
import type { BrowserExtension } from '../../system/ports/programs.ts';

type Policies = Readonly<Record<string, unknown>>;

/** What every session's browser needs in addition to its entry. */
export interface BrowserSurroundings {
  /** Address of the bridge, which only the home screen may reach; empty without one. */
  readonly bridge: string;
  /** The machine's language, as BCP 47: pages are requested in it. */
  readonly language: string;
}

/** Web pages and what they generate. Everything else is refused. */
const WEB_ADDRESSES = ['http://*', 'https://*', 'about:blank', 'blob:*'];
/**
 * Other programs' addresses that pages are known to link to. They get a handler that does nothing (system/linux): if
 * refused, an error page would replace the web app.
 */
const PROGRAMS = `
  mailto tel sms callto sip sips webcal whatsapp skype slack msteams zoommtg webex ms-word ms-excel
  ms-powerpoint onenote ms-outlook vscode intent market
`
  .trim()
  .split(/\s+/);
/** What F1 opens. */
const BROWSER_HELP = 'support.google.com/chrome';
/** The wildcard excludes the browser's own pages, such as the source of an allowed page. */
const REFUSED_ADDRESSES = ['*', 'chrome://*', 'chrome-untrusted://*', 'devtools://*', 'view-source:*', BROWSER_HELP];
/** Every host name of this machine in an address that leads to the bridge. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::]'];

/** Values of Chromium's policies that refuse. */
const BLOCKED = 2;
const ALL_DOWNLOADS = 3;
const INCOGNITO_OFF = 1;
const DEVELOPER_TOOLS_OFF = 2;
const NEW_TAB_PAGE = 5;

/**
 * For every session's browser. No profile field allows any of this, so it is denied: local files, downloads, printing,
 * the browser's own pages, windows without our rules, other programs.
 */
function sessionPolicies({ bridge, language }: BrowserSurroundings, extension: BrowserExtension | null): Policies {
  const bridgeHosts = bridge ? LOOPBACK_HOSTS.map((host) => `${host}:${new URL(bridge).port}`) : [];
  return {
    URLBlocklist: [...REFUSED_ADDRESSES, ...bridgeHosts],
    URLAllowlist: [
      ...WEB_ADDRESSES,
      ...(extension ? [extension.ownPage] : []),
      ...PROGRAMS.map((scheme) => `${scheme}:*`),
    ],
    IncognitoModeAvailability: INCOGNITO_OFF,
    DeveloperToolsAvailability: DEVELOPER_TOOLS_OFF,
    TaskManagerEndProcessEnabled: false,
    AllowFileSelectionDialogs: false,
    DefaultFileSystemReadGuardSetting: BLOCKED,
    DefaultFileSystemWriteGuardSetting: BLOCKED,
    DownloadRestrictions: ALL_DOWNLOADS,
    PrintingEnabled: false,
    // Web pages must not reach services that listen on the machine.
    InsecurePrivateNetworkRequestsAllowed: false,
    // No accounts, saved passwords or statistics.
    BrowserSignin: 0,
    SyncDisabled: true,
    BrowserGuestModeEnabled: false,
    BrowserAddPersonEnabled: false,
    PasswordManagerEnabled: false,
    AutofillAddressEnabled: false,
    AutofillCreditCardEnabled: false,
    EditBookmarksEnabled: false,
    BookmarkBarEnabled: false,
    MetricsReportingEnabled: false,
    UserFeedbackAllowed: false,
    BackgroundModeEnabled: false,
    DefaultBrowserSettingEnabled: false,
    PromotionsEnabled: false,
    TranslateEnabled: false,
    ForcedLanguages: pageLanguages(language),
  };
}

/** A web app: one page and its links. */
export function webappPolicies(surroundings: BrowserSurroundings, extension: BrowserExtension | null): Policies {
  // Disables the search in the menu of a selected word.
  return {
    ...sessionPolicies(surroundings, extension),
    ...extensionPolicies(extension),
    DefaultSearchProviderEnabled: false,
  };
}

/** Chromium's own entry for Google; the field names Google with any engine. */
const GOOGLE_SUGGESTIONS = 'https://www.google.com/complete/search?client=chrome&q={searchTerms}';

// Users install nothing; our extension loads before the first page.
function extensionPolicies(extension: BrowserExtension | null): Policies {
  const ours = extension && {
    [extension.id]: { installation_mode: 'force_installed', update_url: extension.updateUrl },
  };
  return { ExtensionSettings: { '*': { installation_mode: 'blocked' }, ...ours } };
}

/** The free browser with its rules (spec chapter 3, webbrowser item). */
export function webbrowserPolicies(
  session: WebbrowserSession,
  surroundings: BrowserSurroundings,
  extension: BrowserExtension | null,
): Policies {
  const { search_engine_providers: providers, default_search_engine: chosen } = session;
  const engine = providers.find(({ name }) => name === chosen) ?? providers[0];
  return {
    ...sessionPolicies(surroundings, extension),
    ...extensionPolicies(extension),
    HomepageLocation: session.url,
    HomepageIsNewTabPage: false,
    NewTabPageLocation: session.url,
    // Opens the page that the browser is started with, never a previous one.
    RestoreOnStartup: NEW_TAB_PAGE,
    SafeBrowsingProtectionLevel: session.enable_google_safe_browsing ? 1 : 0,
    SearchSuggestEnabled: session.use_google_search_suggestions,
    BlockThirdPartyCookies: session.enable_tracking_prevention,
    ...(engine
      ? {
          DefaultSearchProviderEnabled: true,
          DefaultSearchProviderName: engine.name,
          DefaultSearchProviderKeyword: engine.bang,
          DefaultSearchProviderSearchURL: engine.url,
          ...(session.use_google_search_suggestions ? { DefaultSearchProviderSuggestURL: GOOGLE_SUGGESTIONS } : {}),
        }
      : { DefaultSearchProviderEnabled: false }),
    // Typed as the bang and a space; the default engine has its keyword above.
    SiteSearchSettings: providers
      .filter((provider) => provider !== engine)
      .map(({ name, bang, url }) => ({ name, shortcut: bang, url, featured: false })),
  };
}
