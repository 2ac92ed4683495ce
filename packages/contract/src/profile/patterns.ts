/**
 * The patterns of the profile definition by name. Faults contain the name, so that a user reads "a web address" instead
 * of a regular expression. Each runs in linear time: validators that collect all errors apply them to oversized texts too.
 */

/** Host name, IPv4 address or `[IPv6]`, with an optional port. */
const HOST = '(?:[A-Za-z0-9](?:[A-Za-z0-9._\\-]{0,252}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[0-9]{1,5})?';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?';
const HTTP = '[Hh][Tt][Tt][Pp][Ss]?';
/** A machine's own value (machine-values.ts). */
export const MACHINE_VALUE = '\\{\\{(?:name|id|short-id|tag:[\\p{L}\\p{N}._\\-]+)\\}\\}';
/** RFC 3986: pchar without `:` and `@`, or a machine's own value. */
const URL_PART = `[A-Za-z0-9\\-._~!$&'()*+,;=]|%[0-9A-Fa-f]{2}|${MACHINE_VALUE}`;
const URL_HOST = `(?:(?:${URL_PART}|:)*@)?(?:(?:${URL_PART})+|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[0-9]*)?`;
const URL_REST = `(?:/(?:${URL_PART}|[:@/])*)?(?:\\?(?:${URL_PART}|[:@/?])*)?(?:#(?:${URL_PART}|[:@/?])*)?`;
const BASE64 = 'base64,[A-Za-z0-9+/]+={0,2}$';

export const PATTERNS = {
  /** No control characters: such texts end up in command lines, configuration files and single-line fields. */
  'one-line': '^[^\\u0000-\\u001F\\u007F]*$',
  /** # and six hex digits (spec chapter 5). */
  color: '^#[0-9A-Fa-f]{6}$',
  /** http or https only: no script or file URLs. */
  'web-address': `^${HTTP}://[^\\s/?#]\\S*$`,
  /** A web address that may contain machines' own values; the format `uri` allows no braces. */
  'page-address': `^${HTTP}://${URL_HOST}${URL_REST}$`,
  /** A web address with the placeholder `{searchTerms}`. */
  'search-address': `^(?=\\S+$)${HTTP}://[^/?#].*\\{searchTerms\\}`,
  /** A web address with placeholders for an app's settings, such as `{{SERVER_NAME}}`. */
  'address-template': `^(?:${HTTP}|\\{\\{[A-Z][A-Z0-9_]*\\}\\})://[^\\s/?#]\\S*$`,
  'directory-address': '^[Ll][Dd][Aa][Pp][Ss]?://[^\\s/?#]\\S*$',
  'directory-attribute': '^[A-Za-z][A-Za-z0-9\\-]*$',
  host: `^${HOST}$`,
  'host-or-nothing': `^(?:${HOST})?$`,
  domain: `^(?:${LABEL}\\.)*${LABEL}$`,
  /** Images are base64 data URLs. Icons and the image widget accept PNG only (spec chapter 3). */
  png: `^data:image/png;${BASE64}`,
  picture: `^data:image/(?:png|jpeg|webp|gif);${BASE64}`,
  /** The name of a Tabler icon. */
  symbol: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  /** The keyword that selects a search engine. */
  bang: '^[^\\s\\u0000-\\u001F\\u007F]+$',
  /** RFC 9110: a header's key is a token. */
  'header-key': "^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$",
  /** A phone account's password: no quotation mark next to a blank or semicolon, nothing that reads as a setting. */
  'phone-password': '^(?:[^";\\u0000-\\u001F\\u007F]*(?:;[^"=\\u0000-\\u001F\\u007F]*)?|[^; \\u0000-\\u001F\\u007F]*)$',
  /** A phone account's username: nothing that ends its value early or reads as a setting (account-line.ts of the machine). */
  'phone-user': '^(?!.*\\\\$)[^";\\u0000-\\u001F\\u007F]*(?:;[^"=\\u0000-\\u001F\\u007F]*)?$',
  /** SHA-256 in hexadecimal digits, with or without colons, or empty. */
  fingerprint: '^(?:[0-9A-Fa-f]{2}(?::?[0-9A-Fa-f]{2}){31})?$',
  /** Concatenated PEM certificates, or empty. */
  certificate: '^\\s*(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s]+-----END CERTIFICATE-----\\s*)*$',
  'app-key': '^[a-z0-9]+(?:-[a-z0-9]+)*::[a-z0-9]+(?:-[a-z0-9]+)*$',
  /** A name of the time zone database: Europe/Berlin. */
  'time-zone': '^[A-Za-z][A-Za-z0-9_+\\-]*(?:/[A-Za-z0-9_+\\-]+){0,2}$',
  /** A version of Berth OS: 20261124.015800. */
  'os-version': '^[0-9][0-9.-]{0,23}$',
  /** A time of day: 02:30. */
  'time-of-day': '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$',
  'setting-key': '^[A-Z][A-Z0-9_]*$',
} as const;
export type PatternName = keyof typeof PATTERNS;

/** Pattern names by pattern. */
export const PATTERN_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PATTERNS).map(([name, pattern]) => [pattern, name]),
);
