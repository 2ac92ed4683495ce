import { applyDefaults } from '@berth/contract/profile/defaults';
import { WebbrowserSession } from '@berth/contract/profile/sessions';
import { expect, test } from 'vitest';
import type { BrowserExtension } from '../../system/ports/programs.ts';
import { webappPolicies, webbrowserPolicies } from './browser-policies.ts';

const SURROUNDINGS = { bridge: 'http://127.0.0.1:4711/', language: 'de-DE' };

const policiesOf = (fields: object) =>
  webbrowserPolicies(
    applyDefaults(WebbrowserSession, { display_name: 'Web', url: 'https://a.example/', ...fields }),
    SURROUNDINGS,
    null,
  );

test('the free browser opens the profile’s start page and uses its search engine', () => {
  expect(policiesOf({ default_search_engine: 'Ecosia' })).toMatchObject({
    HomepageLocation: 'https://a.example/',
    DefaultSearchProviderName: 'Ecosia',
    DefaultSearchProviderKeyword: 'e',
    DefaultSearchProviderSearchURL: 'https://www.ecosia.org/search?q={searchTerms}',
  });
});

test('other engines have bangs, and an unknown default falls back to the first engine', () => {
  const engine = { url: 'https://wiki.example/?q={searchTerms}', bang: 'w', name: 'Wiki' };
  const search_engine_providers = [engine, { ...engine, bang: 'x', name: 'Index' }];
  const policies = policiesOf({ search_engine_providers, default_search_engine: 'Nobody' });
  expect(policies).toMatchObject({
    DefaultSearchProviderName: 'Wiki',
    SiteSearchSettings: [{ name: 'Index', shortcut: 'x', url: engine.url }],
  });
});

test('Google suggestions are on only if the profile allows them', () => {
  const field = 'DefaultSearchProviderSuggestURL';
  expect(policiesOf({ use_google_search_suggestions: true })[field]).toContain(
    'https://www.google.com/complete/search',
  );
  expect(policiesOf({ use_google_search_suggestions: false })).not.toHaveProperty(field);
});

test.each([
  ['enable_google_safe_browsing', 'SafeBrowsingProtectionLevel', 1, 0],
  ['use_google_search_suggestions', 'SearchSuggestEnabled', true, false],
  ['enable_tracking_prevention', 'BlockThirdPartyCookies', true, false],
])('%s controls %s', (field, policy, on, off) => {
  expect(policiesOf({ [field]: true })[policy]).toBe(on);
  expect(policiesOf({ [field]: false })[policy]).toBe(off);
});

test('no browser saves passwords, opens local files, or installs extensions', () => {
  for (const policies of [policiesOf({}), webappPolicies(SURROUNDINGS, null)]) {
    expect(policies).toMatchObject({
      PasswordManagerEnabled: false,
      DeveloperToolsAvailability: 2,
      URLBlocklist: expect.arrayContaining(['*', 'chrome://*', 'view-source:*', '127.0.0.1:4711', 'localhost:4711']),
      URLAllowlist: expect.not.arrayContaining(['file://*', 'data:*']),
      ExtensionSettings: { '*': { installation_mode: 'blocked' } },
    });
  }
});

test('the only page of our extension that a browser may open is the error page', () => {
  const ownPage = 'chrome-extension://abc/unreached.html';
  const extension = { id: 'abc', updateUrl: 'http://127.0.0.1:4712/abc/update.xml', ownPage } as BrowserExtension;
  const { URLAllowlist, URLBlocklist } = webappPolicies(SURROUNDINGS, extension);
  expect(URLAllowlist).toContain(ownPage);
  expect(String(URLAllowlist).match(/chrome-extension/g)).toHaveLength(1);
  expect(URLBlocklist).toContain('*');
});

test.each([
  ['de-DE', ['de-DE', 'de', 'en']],
  ['en-GB', ['en-GB', 'en']],
  ['gsw-CH', ['gsw-CH', 'gsw', 'de-CH', 'de', 'en']],
  ['ru-RU', ['ru-RU', 'ru', 'en']],
])('a machine that speaks %s asks pages for it first', (language, languages) => {
  expect(webappPolicies({ ...SURROUNDINGS, language }, null)).toMatchObject({ ForcedLanguages: languages });
});
