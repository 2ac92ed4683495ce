import type { Fault } from './errors.ts';
import { MACHINE_ID_PATTERN, UUID_PATTERN } from './ids.ts';
import { PATTERNS, type PatternName } from './profile/patterns.ts';
import { TAG } from './rules/names.ts';
import { DISPLAY_NAME, EMAIL, MACHINE_NOTE, ORGANIZATION_NAME, PASSWORD } from './rules/text.ts';

/** What the patterns of a profile allow. */
const OF_PROFILES: Readonly<Record<PatternName, string>> = {
  'one-line': 'must be one line without control characters',
  color: 'must be # and six hexadecimal digits, such as #595959',
  'web-address': 'must be an http or https URL',
  'page-address': 'must be an http or https URL',
  'search-address': 'must be an http or https URL with {searchTerms}',
  'address-template': 'must be an http or https URL, or begin with a placeholder such as {{PROTOCOL}}',
  'directory-address': 'must be an ldap or ldaps URL',
  'directory-attribute': 'must be the name of an attribute: letters, digits and hyphens, beginning with a letter',
  host: 'must be a host name or IP address, with or without a port',
  'host-or-nothing': 'must be a host name or IP address, with or without a port, or empty',
  domain: 'must be a domain, such as company.example',
  png: 'must be a PNG picture as a data URL: data:image/png;base64,…',
  picture: 'must be a PNG, JPEG, WebP or GIF picture as a data URL: data:image/png;base64,…',
  symbol: 'must be the name of a symbol, such as device-desktop',
  bang: 'must be one word',
  'header-key': "must be the name of a header: letters, digits and !#$%&'*+.^_`|~-",
  'phone-password': 'must have no quotation mark, and no = after a semicolon',
  'phone-user': 'must have no quotation mark, no = after a semicolon, and no backslash at its end',
  fingerprint: 'must be a SHA-256 fingerprint: 64 hexadecimal digits, with or without colons, or empty',
  certificate: 'must be certificates in PEM form, or empty',
  'app-key': 'must be the key of an app, such as thinhoc::whiteboard',
  'time-zone': 'must be a time zone, such as Europe/Berlin',
  'os-version': 'must be a version of Berth OS, such as 20261124.015800',
  'time-of-day': 'must be a time of day, such as 02:30',
  'setting-key': 'must be capital letters, digits and _, beginning with a letter',
};

/** What the patterns of the API's calls allow. */
const OF_CALLS: readonly (readonly [pattern: string, words: string])[] = [
  [UUID_PATTERN, 'must be an ID in the form 01234567-89ab-4cde-8f01-23456789abcd'],
  [MACHINE_ID_PATTERN, 'must be a machine ID: 32 hexadecimal digits in lower case'],
  [EMAIL.pattern, 'must be an email address, such as ann@company.example'],
  [PASSWORD.pattern, 'must have a lower case letter, an upper case letter, a digit and one of !@#$%^&*'],
  [DISPLAY_NAME.pattern, 'must have a visible character, and be one line'],
  [
    ORGANIZATION_NAME.pattern,
    'must have only letters, digits, blanks and ,.!@#$%^&*()_-+=<>|{}/ and no blank at its start or end',
  ],
  [MACHINE_NOTE.pattern, 'must have no control characters but line breaks'],
  [TAG.pattern, 'must be one word of letters, digits and . _ : - that begins with a letter or digit'],
  ['^[0-9]{6}$', 'must be six digits'],
  ['^(?:[0-9]{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$', 'must be six digits, or a recovery code such as A1B2C-3D4E5'],
  ['^https?://[!-~]+$', 'must be an http or https URL of ASCII characters'],
  ['^[0-9a-f]{32}(,[0-9a-f]{32}){0,199}$', 'must be up to 200 machine IDs with commas between them'],
  ['\\S', 'must not be blank'],
  ['^(?=.*\\S)[^\\x00-\\x1f\\x7f]*$', 'must not be blank, and be one line'],
  ['^[^\\x00-\\x1f\\x7f]*$', 'must be one line without control characters'],
  ['^[cbdefghijklnrtuv]{8}(-[cbdefghijklnrtuv]{8}){7}$', 'must be a recovery key: eight groups of eight letters'],
  ['^[\\x21-\\x7e]*$', 'must be ASCII characters without blanks'],
  ['^[0-9a-fA-F:.]+(?:/(?:0|[1-9][0-9]{0,2}))?$', 'must be a network, such as 10.20.0.0/16'],
  ['^20\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$', 'must be a date, such as 2026-12-31'],
  ['^([01]\\d|2[0-3]):[0-5]\\d$', 'must be a time of day, such as 02:30'],
  ['^[0-9]{4}-[0-9]{6}$', 'must be the number of an invoice, such as 2026-000001'],
  ['^[A-Z]{2}$', 'must be a country code of two capital letters, such as DE'],
  ['^[A-Za-z0-9 .\\-]+$', 'must have only letters, digits, blanks, dots and hyphens'],
  [
    '^(?:\\*|[a-zA-Z]{1,40}[.](?:\\*|[a-zA-Z]{1,40}))$',
    'must be an event such as machines.rename, an area such as machines.*, or *',
  ],
  ['^[A-Za-z0-9]+(?:[ _\\-][A-Za-z0-9]+)*$', 'must be letters and digits, with single blanks, _ or - between them'],
  ['^[1-3][0-9a-f]{8}$', 'must be a share code: nine hexadecimal digits, of which the first is 1, 2 or 3'],
];

const WORDS: ReadonlyMap<string, string> = new Map([
  ...OF_CALLS,
  ...Object.entries(PATTERNS).map(([name, pattern]) => [pattern, OF_PROFILES[name as PatternName]] as const),
]);

/** The faults with what is allowed in words, where the validator gave a regular expression. */
export function inWords(faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, message: WORDS.get(String(fault.params?.pattern)) ?? fault.message }));
}
