import { describe, expect, it } from 'vitest';
import { withPart } from '../layers/merge-part.ts';
import { applyDefaults } from '../profile/defaults.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { readImport } from './read-import.ts';
import { IMPORT_BYTES_MAX, ImportError } from './report.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
const of = (name: string, text: string) => readImport(name, bytes(text));

const RDP = [
  'full address:s:ts.example.org',
  'server port:i:3390',
  'username:s:EXAMPLE\\anna',
  'screen mode id:i:1',
  'use multimon:i:1',
  'redirectsmartcards:i:1',
  'drivestoredirect:s:DynamicDrives',
  'autoreconnection enabled:i:0',
  'authentication level:i:2',
  'gatewayhostname:s:gw.example.org',
  'gatewayusagemethod:i:0',
  'password 51:b:01000000D08C9DDF0115D1118C7A00C04FC297EB',
  'session bpp:i:32',
  'audiomode:i:0',
  'someday:i:1',
  'domain:s:',
  'what is this',
  '',
  'use multimon:i:2',
];

describe('an .rdp file', () => {
  it('becomes a remote desktop, and each of its lines says what became of it', () => {
    const { definition, entries } = readImport('Office\\Terminal.rdp', utf16(RDP.join('\r\n')));
    expect(definition).toEqual({
      thinhoc: {
        sessions: {
          rdp: [
            {
              display_name: 'Terminal',
              icon: {},
              default_host: 'ts.example.org:3390',
              default_user: 'anna',
              default_logon_domain: 'EXAMPLE',
              fullscreen_enabled: false,
              smartcards_enabled: true,
              drive_hotplug_enabled: true,
              auto_reconn_enabled: false,
            },
          ],
        },
      },
    });
    expect(entries.map(({ lines: [line] }) => line)).toEqual(
      RDP.flatMap((text, index) => (text === '' ? [] : [index + 1])),
    );
    expect(Object.fromEntries(entries.map(({ lines: [line], reason }) => [line, reason ?? 'taken']))).toMatchObject({
      1: 'taken',
      3: 'taken',
      5: 'repeated',
      9: 'unsupported',
      10: 'unsupported',
      11: 'always',
      12: 'secret',
      13: 'no-setting',
      14: 'always',
      15: 'unknown',
      16: 'empty',
      17: 'unreadable',
      19: 'invalid',
    });
  });

  it('never gives away a password, in whatever form it is written', () => {
    const lines = ['full address:s:a', 'password 51:b:SECRET', 'PASSWORD:s:SECRET', 'gatewayaccesstoken:s:SECRET'];
    const imported = of('a.rdp', lines.join('\n'));
    expect(JSON.stringify(imported)).not.toContain('SECRET');
    expect(imported.entries.slice(1).map(({ reason }) => reason)).toEqual(['secret', 'secret', 'secret']);
  });

  it('does not take over what does not fit', () => {
    const { definition, entries } = of('a.rdp', 'full address:s:not a host\nredirectsmartcards:i:1');
    expect(entries[0]).toMatchObject({ fields: [], reason: 'invalid' });
    expect(JSON.stringify(definition)).not.toContain('not a host');
  });
});

const POLICIES = `{
  "HomepageLocation": "https://home.example.org/",
  "RestoreOnStartup": 4,
  "RestoreOnStartupURLs": ["https://start.example.org/", "https://second.example.org/"],
  "SafeBrowsingProtectionLevel": 0,
  "DefaultSearchProviderName": "Intern",
  "DefaultSearchProviderSearchURL": "https://search.example.org/?q={searchTerms}",
  "WebAppInstallForceList": [
    { "url": "https://mail.example.org/", "custom_name": "Mail" },
    { "url": "not an address" }
  ],
  "URLBlocklist": ["*"],
  "IncognitoModeAvailability": 1,
  "CloudManagementEnrollmentToken": "TOPSECRET",
  "HomepageIsNewTabPage": false,
  "TouchVirtualKeyboardEnabled": true
}`;

describe('a Chrome policy file', () => {
  it('becomes a browser, web apps and the on-screen keyboard, with the lines of each policy', () => {
    const { definition, entries } = of('policies.json', POLICIES);
    expect(definition).toEqual({
      system: { accessibility: { osk_enabled: true } },
      thinhoc: {
        sessions: {
          webbrowser: [
            {
              display_name: 'Browser',
              url: 'https://start.example.org/',
              enable_google_safe_browsing: false,
              default_search_engine: 'Intern',
              search_engine_providers: [
                { name: 'Intern', bang: 'search', url: 'https://search.example.org/?q={searchTerms}' },
              ],
            },
          ],
          webapp: [{ display_name: 'Mail', window_title: 'Mail', url: 'https://mail.example.org/' }],
        },
      },
    });
    expect(entries.map(({ name, lines, reason }) => [name, lines, reason ?? 'taken'])).toEqual([
      ['HomepageLocation', [2, 2], 'first'],
      ['RestoreOnStartup', [3, 3], 'always'],
      ['RestoreOnStartupURLs', [4, 4], 'first'],
      ['SafeBrowsingProtectionLevel', [5, 5], 'taken'],
      ['DefaultSearchProviderName', [6, 6], 'taken'],
      ['DefaultSearchProviderSearchURL', [7, 7], 'taken'],
      ['WebAppInstallForceList', [8, 11], 'invalid'],
      ['URLBlocklist', [12, 12], 'unsupported'],
      ['IncognitoModeAvailability', [13, 13], 'always'],
      ['CloudManagementEnrollmentToken', [14, 14], 'secret'],
      ['HomepageIsNewTabPage', [15, 15], 'no-setting'],
      ['TouchVirtualKeyboardEnabled', [16, 16], 'taken'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('TOPSECRET');
  });

  it('is also what chrome://policy exports', () => {
    const policies = {
      SearchSuggestEnabled: { level: 'mandatory', scope: 'machine', source: 'platform', value: true },
    };
    const text = JSON.stringify({ chromeMetadata: {}, policyValues: { chrome: { name: 'Chrome', policies } } });
    const { definition } = of('export.json', text);
    expect(definition).toMatchObject({
      thinhoc: { sessions: { webbrowser: [{ use_google_search_suggestions: true }] } },
    });
  });
});

describe('a hostile file', () => {
  const deep = `{"HomepageLocation":${'['.repeat(200_000)}`;
  it.each([
    ['too-large', new Uint8Array(IMPORT_BYTES_MAX + 1)],
    ['not-text', bytes('full address:s:a\0b')],
    ['not-text', new Uint8Array([0x66, 0xff, 0xfe, 0x80])],
    ['too-deep', bytes(deep)],
    ['not-json', bytes('{"HomepageLocation": ')],
    ['unknown-format', bytes('Dear reader,\nthis is a letter.')],
    ['unknown-format', bytes('{"name": "package", "__proto__": {}}')],
    ['nothing', bytes('{"URLBlocklist": ["*"]}')],
  ])('is refused: %s', (code, file) => {
    expect(() => readImport('file', file)).toThrow(expect.objectContaining({ constructor: ImportError, code }));
  });

  it('of the largest size is read, line by line', () => {
    const line = 'full address:s:a\n';
    const lines = Math.floor(IMPORT_BYTES_MAX / line.length);
    expect(of('a.rdp', line.repeat(lines)).entries).toHaveLength(lines);
    const member = '"HomepageLocation": "https://home.example.org/",\n';
    expect(of('a.json', `{${member.repeat(5_000)}"SearchSuggestEnabled": true}`).entries).toHaveLength(5_001);
  });
});

describe('an imported part', () => {
  it('joins a profile by the names of its entries', () => {
    const mail = { display_name: 'Mail', window_title: 'Mail', url: 'https://old.example.org/' };
    const before = applyDefaults(ProfileDefinition, { thinhoc: { sessions: { webapp: [mail] } } });
    const { thinhoc, system } = applyDefaults(ProfileDefinition, withPart(before, of('p.json', POLICIES).definition));
    expect(thinhoc.sessions.webapp).toMatchObject([{ display_name: 'Mail', url: 'https://mail.example.org/' }]);
    expect(thinhoc.sessions.webbrowser).toMatchObject([{ url: 'https://start.example.org/', enable_adblock: true }]);
    expect(system.accessibility.osk_enabled).toBe(true);
    expect(thinhoc.customization).toEqual(before.thinhoc.customization);
  });
});
