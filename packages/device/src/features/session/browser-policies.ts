import type { WebbrowserSession } from '@berth/contract/profile/sessions-webbrowser';
import type { BrowserExtension } from '../../system/ports/programs.ts';

type Policies = Readonly<Record<string, unknown>>;

/** For every browser on a machine: it is no place for accounts, saved passwords or anybody's statistics. */
const COMMON: Policies = {
  BrowserSignin: 0,
  SyncDisabled: true,
  MetricsReportingEnabled: false,
  PasswordManagerEnabled: false,
  AutofillAddressEnabled: false,
  AutofillCreditCardEnabled: false,
  BackgroundModeEnabled: false,
  DefaultBrowserSettingEnabled: false,
  PromotionsEnabled: false,
  TranslateEnabled: false,
  BrowserGuestModeEnabled: false,
  BrowserAddPersonEnabled: false,
  DeveloperToolsAvailability: 2,
  // Neither the machine's files nor the browser's own pages.
  URLBlocklist: ['file://*', 'chrome://settings', 'chrome://flags', 'chrome://policy', 'chrome://inspect'],
};

/** Strangers' pages must not reach what listens on the machine itself. */
const CLOUD_ONLY: Policies = { InsecurePrivateNetworkRequestsAllowed: false };

/** A web app: one page, and what it links to. */
export function webappPolicies(): Policies {
  return { ...COMMON, ...CLOUD_ONLY, ...extensionPolicies(null) };
}

// Nobody installs anything; ours is there before the first page.
function extensionPolicies(extension: BrowserExtension | null): Policies {
  const ours = extension && {
    [extension.id]: { installation_mode: 'force_installed', update_url: extension.updateUrl },
  };
  return { ExtensionSettings: { '*': { installation_mode: 'blocked' }, ...ours } };
}

/** The free browser with its rules (spec chapter 3, webbrowser item). */
export function webbrowserPolicies(session: WebbrowserSession, extension: BrowserExtension | null): Policies {
  const { search_engine_providers: providers, default_search_engine: chosen } = session;
  const engine = providers.find(({ name }) => name === chosen) ?? providers[0];
  return {
    ...COMMON,
    ...CLOUD_ONLY,
    ...extensionPolicies(extension),
    HomepageLocation: session.url,
    HomepageIsNewTabPage: false,
    NewTabPageLocation: session.url,
    RestoreOnStartup: 4,
    RestoreOnStartupURLs: [session.url],
    SafeBrowsingProtectionLevel: session.enable_google_safe_browsing ? 1 : 0,
    SearchSuggestEnabled: session.use_google_search_suggestions,
    BlockThirdPartyCookies: session.enable_tracking_prevention,
    EnableDoNotTrack: session.enable_tracking_prevention,
    ...(engine
      ? {
          DefaultSearchProviderEnabled: true,
          DefaultSearchProviderName: engine.name,
          DefaultSearchProviderKeyword: engine.bang,
          DefaultSearchProviderSearchURL: engine.url,
        }
      : { DefaultSearchProviderEnabled: false }),
    // Typed as the bang and a blank; the default engine has its keyword above.
    SiteSearchSettings: providers
      .filter((provider) => provider !== engine)
      .map(({ name, bang, url }) => ({ name, shortcut: bang, url, featured: false })),
  };
}
