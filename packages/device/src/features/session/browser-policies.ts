import type { WebbrowserSession } from '@berth/contract/profile/sessions';
import { pageLanguages } from '@berth/contract/rules/languages';
import type { BrowserExtension } from '../../system/ports/programs.ts';

type Policies = Readonly<Record<string, unknown>>;

/** Settings of every session's browser, in addition to its entry. */
export interface BrowserSurroundings {
  /** The bridge's address, which only the home screen may reach; empty without a bridge. */
  readonly bridge: string;
  /** The machine's language for web pages, as BCP 47. */
  readonly language: string;
}

/** Allowed addresses: web pages and what they generate. */
const WEB_ADDRESSES = ['http://*', 'https://*', 'about:blank', 'blob:*'];
/**
 * Schemes of other programs that pages commonly link to. Allowed, because a blocked link would replace the web app with
 * an error page; their handler does nothing (system/linux).
 */
const PROGRAMS = `
  mailto tel sms callto sip sips webcal whatsapp skype slack msteams zoommtg webex ms-word ms-excel
  ms-powerpoint onenote ms-outlook vscode intent market
`
  .trim()
  .split(/\s+/);
/** The page that F1 opens. */
const BROWSER_HELP = 'support.google.com/chrome';
/** Blocked addresses. The wildcard does not cover the browser's own pages, such as view-source. */
const REFUSED_ADDRESSES = ['*', 'chrome://*', 'chrome-untrusted://*', 'devtools://*', 'view-source:*', BROWSER_HELP];
/** Host names of the bridge's address. */
const LOOPBACK_HOSTS = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '[::]'];

/** Value of Chromium's policies that blocks a feature. */
const BLOCKED = 2;
const ALL_DOWNLOADS = 3;
const INCOGNITO_OFF = 1;
const DEVELOPER_TOOLS_OFF = 2;
const NEW_TAB_PAGE = 5;

/**
 * Policies of every session's browser. They block what no profile field allows: local files, downloads, printing, the
 * browser's own pages, incognito windows, other programs.
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
    // No accounts, saved passwords, or metrics.
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

/** Policies of a web app: one page and its links. */
export function webappPolicies(surroundings: BrowserSurroundings, extension: BrowserExtension | null): Policies {
  // Disables searching for selected text from the context menu.
  return {
    ...sessionPolicies(surroundings, extension),
    ...extensionPolicies(extension),
    DefaultSearchProviderEnabled: false,
  };
}

/** Chromium's URL for Google suggestions; the profile field is about Google, whatever the default engine is. */
const GOOGLE_SUGGESTIONS = 'https://www.google.com/complete/search?client=chrome&q={searchTerms}';

// Users cannot install extensions; ours loads before the first page.
function extensionPolicies(extension: BrowserExtension | null): Policies {
  const ours = extension && {
    [extension.id]: { installation_mode: 'force_installed', update_url: extension.updateUrl },
  };
  return { ExtensionSettings: { '*': { installation_mode: 'blocked' }, ...ours } };
}

/** Policies of the free browser (spec chapter 3, webbrowser item). */
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
    // Opens the page on the command line, never a previous one.
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
    // The bang followed by a space. The default engine has its keyword above.
    SiteSearchSettings: providers
      .filter((provider) => provider !== engine)
      .map(({ name, bang, url }) => ({ name, shortcut: bang, url, featured: false })),
  };
}
