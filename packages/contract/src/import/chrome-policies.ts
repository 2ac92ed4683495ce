import { isObject } from '../profile/nodes.ts';
import type { GrowingPart } from './part.ts';
import type { ImportEntry, ImportReason } from './report.ts';

interface Target {
  readonly part: GrowingPart;
  /** All policies of the file. */
  readonly values: ReadonlyMap<string, unknown>;
}
type Result = ImportReason | Partial<Pick<ImportEntry, 'fields' | 'reason'>>;
type Mapping = (value: unknown, target: Target) => Result;

const BROWSER = '/thinhoc/sessions/webbrowser/0';
const ENGINES = `${BROWSER}/search_engine_providers`;
const WEB_APPS = '/thinhoc/sessions/webapp';
/** Of the one browser that a profile can have. */
const BROWSER_NAME = 'Browser';
/** A value of RestoreOnStartup: the pages of RestoreOnStartupURLs. */
const OPENS_PAGES = 4;

/** Makes the browser if the file is the first to speak of it, and sets one of its fields. */
function inBrowser({ part }: Target, field: string, value: unknown): Result {
  if (part.count('/thinhoc/sessions/webbrowser') === 0) part.set(`${BROWSER}/display_name`, BROWSER_NAME);
  const pointer = `${BROWSER}/${field}`;
  return part.set(pointer, value) ? { fields: [pointer] } : 'invalid';
}

function browserFlag(field: string): Mapping {
  return (value, target) => (typeof value === 'boolean' ? inBrowser(target, field, value) : 'invalid');
}

function always(...values: readonly unknown[]): Mapping {
  return (value) => (values.includes(value) ? 'always' : 'unsupported');
}

const keyboard: Mapping = (value, { part }) => {
  const pointer = '/system/accessibility/osk_enabled';
  return part.set(pointer, value) ? { fields: [pointer] } : 'invalid';
};

/** The browser has one start page: the first of those that open at the start, otherwise the home page. */
function startPages(values: Target['values']): readonly unknown[] {
  const pages = values.get('RestoreOnStartupURLs');
  const isOpened = (values.get('RestoreOnStartup') ?? OPENS_PAGES) === OPENS_PAGES;
  return isOpened && Array.isArray(pages) ? pages : [];
}

const homePage: Mapping = (value, target) =>
  startPages(target.values).length > 0 ? 'first' : inBrowser(target, 'url', value);

const pagesAtStart: Mapping = (value, target) => {
  if (!Array.isArray(value)) return 'invalid';
  const [first] = startPages(target.values);
  if (first === undefined) return 'empty';
  const result = inBrowser(target, 'url', first);
  return typeof result !== 'string' && value.length > 1 ? { ...result, reason: 'first' } : result;
};

/** Placeholders besides the search's words are Chrome's own, as in {google:baseURL}. */
function hasOtherPlaceholders(url: unknown): boolean {
  return String(url).replaceAll('{searchTerms}', '').includes('{');
}

function addEngine(target: Target, engine: { readonly name: unknown; readonly bang: unknown; readonly url: unknown }) {
  if (hasOtherPlaceholders(engine.url)) return undefined;
  const added = target.part.add(ENGINES, engine);
  // The engines are the browser's.
  if (added !== undefined) target.part.set(`${BROWSER}/display_name`, BROWSER_NAME);
  return added;
}

const defaultEngine: Mapping = (url, target) => {
  const { values, part } = target;
  const name = values.get('DefaultSearchProviderName') ?? hostOf(url);
  const bang = values.get('DefaultSearchProviderKeyword') ?? 'search';
  const added = addEngine(target, { name, bang, url });
  if (added === undefined) return 'invalid';
  part.set(`${BROWSER}/default_search_engine`, name);
  return { fields: [added, `${BROWSER}/default_search_engine`] };
};

/** Goes with the engine's address, if there is one. */
const withEngine: Mapping = (_, { values }) =>
  values.has('DefaultSearchProviderSearchURL') ? { fields: [ENGINES] } : 'unsupported';

const siteSearch: Mapping = (value, target) =>
  eachOf(value, ({ name, shortcut, url }) => addEngine(target, { name, bang: shortcut, url }));

const webApps: Mapping = (value, { part }) =>
  eachOf(value, ({ url, custom_name }) => {
    const name = typeof custom_name === 'string' && custom_name !== '' ? custom_name : hostOf(url);
    return part.add(WEB_APPS, { display_name: name, window_title: name, url });
  });

/** Takes over what fits of a list. */
function eachOf(value: unknown, add: (entry: Record<string, unknown>) => string | undefined): Result {
  if (!Array.isArray(value)) return 'invalid';
  if (value.length === 0) return 'empty';
  const fields = value.map((entry) => (isObject(entry) ? add(entry) : undefined)).filter((each) => each !== undefined);
  if (fields.length === 0) return 'invalid';
  return fields.length === value.length ? { fields } : { fields, reason: 'invalid' };
}

function hostOf(url: unknown): string {
  return /^https?:\/\/([^/?#]+)/i.exec(String(url))?.[1] ?? '';
}

/**
 * Chrome's policies by name (chromeenterprise.google/policies) that mean something here: how each is taken over, or why
 * not. All others have no setting here.
 */
export const CHROME_POLICIES: Readonly<Record<string, Mapping | ImportReason>> = {
  HomepageLocation: homePage,
  NewTabPageLocation: (value, target) => (target.values.has('HomepageLocation') ? 'first' : homePage(value, target)),
  RestoreOnStartupURLs: pagesAtStart,
  RestoreOnStartup: (value) => (value === OPENS_PAGES ? 'always' : 'no-setting'),
  SearchSuggestEnabled: browserFlag('use_google_search_suggestions'),
  SafeBrowsingEnabled: browserFlag('enable_google_safe_browsing'),
  SafeBrowsingProtectionLevel: (value, target) =>
    typeof value === 'number' ? inBrowser(target, 'enable_google_safe_browsing', value > 0) : 'invalid',
  DefaultSearchProviderEnabled: always(true),
  DefaultSearchProviderSearchURL: defaultEngine,
  DefaultSearchProviderName: withEngine,
  DefaultSearchProviderKeyword: withEngine,
  SiteSearchSettings: siteSearch,
  WebAppInstallForceList: webApps,
  TouchVirtualKeyboardEnabled: keyboard,
  VirtualKeyboardEnabled: keyboard,

  // Denied to every session.
  IncognitoModeAvailability: always(1),
  DeveloperToolsAvailability: always(2),
  DeveloperToolsDisabled: always(true),
  DownloadRestrictions: always(3),
  AllowFileSelectionDialogs: always(false),
  PrintingEnabled: always(false),
  BrowserSignin: always(0),
  SyncDisabled: always(true),
  BrowserGuestModeEnabled: always(false),
  BrowserAddPersonEnabled: always(false),
  PasswordManagerEnabled: always(false),
  AutofillAddressEnabled: always(false),
  AutofillCreditCardEnabled: always(false),
  EditBookmarksEnabled: always(false),
  BookmarkBarEnabled: always(false),
  MetricsReportingEnabled: always(false),
  UserFeedbackAllowed: always(false),
  BackgroundModeEnabled: always(false),
  DefaultBrowserSettingEnabled: always(false),
  PromotionsEnabled: always(false),
  PromotionalTabsEnabled: always(false),
  TranslateEnabled: always(false),
  TaskManagerEndProcessEnabled: always(false),

  // Restrictions and connections that do not exist here.
  URLBlocklist: 'unsupported',
  URLAllowlist: 'unsupported',
  URLBlacklist: 'unsupported',
  URLWhitelist: 'unsupported',
  ProxySettings: 'unsupported',
  ProxyMode: 'unsupported',
  ProxyServer: 'unsupported',
  ProxyPacUrl: 'unsupported',
  ExtensionInstallForcelist: 'unsupported',
  ExtensionSettings: 'unsupported',
  AutoSelectCertificateForUrls: 'unsupported',
  AuthServerAllowlist: 'unsupported',
  BlockThirdPartyCookies: 'unsupported',
  DefaultCookiesSetting: 'unsupported',
  ForceGoogleSafeSearch: 'unsupported',
  ForceYouTubeRestrict: 'unsupported',
  CACertificates: 'unsupported',
};
