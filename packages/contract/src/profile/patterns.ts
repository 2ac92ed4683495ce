/**
 * The patterns of the profile definition by name. Faults carry the name, so that a reader is told "a web address" and
 * not a regular expression. Each runs in linear time: validators that collect all errors run them on oversize texts too.
 */

/** Host name or IPv4 address, `[IPv6]` too, with an optional port. */
const HOST = '(?:[A-Za-z0-9](?:[A-Za-z0-9._\\-]{0,252}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[0-9]{1,5})?';
const LABEL = '[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?';
const HTTP = '[Hh][Tt][Tt][Pp][Ss]?';
const BASE64 = 'base64,[A-Za-z0-9+/]+={0,2}$';

export const PATTERNS = {
  /** No control characters: such texts end up in command lines, configuration files and single-line fields. */
  'one-line': '^[^\\u0000-\\u001F\\u007F]*$',
  /** # and six hex digits (spec chapter 5). */
  color: '^#[0-9A-Fa-f]{6}$',
  /** http or https only, so that no script or file address gets in. */
  'web-address': `^${HTTP}://[^\\s/?#]\\S*$`,
  /** A web address in which `{searchTerms}` stands for what the person typed. */
  'search-address': `^(?=\\S+$)${HTTP}://[^/?#].*\\{searchTerms\\}`,
  /** A web address with holes such as `{{SERVER_NAME}}` that an app's settings fill. */
  'address-template': `^(?:${HTTP}|\\{\\{[A-Z][A-Z0-9_]*\\}\\})://[^\\s/?#]\\S*$`,
  'directory-address': '^[Ll][Dd][Aa][Pp][Ss]?://[^\\s/?#]\\S*$',
  'directory-attribute': '^[A-Za-z][A-Za-z0-9\\-]*$',
  host: `^${HOST}$`,
  'host-or-nothing': `^(?:${HOST})?$`,
  domain: `^(?:${LABEL}\\.)*${LABEL}$`,
  /** Pictures are data URLs in base64. Icons and the image widget take PNG only (spec chapter 3). */
  png: `^data:image/png;${BASE64}`,
  picture: `^data:image/(?:png|jpeg|webp|gif);${BASE64}`,
  /** The name of a Tabler icon. */
  symbol: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  /** The keyword that picks a search engine. */
  bang: '^[^\\s\\u0000-\\u001F\\u007F]+$',
  /** RFC 9110: a header's key is a token. */
  'header-key': "^[!#$%&'*+.^_`|~0-9A-Za-z\\-]+$",
  /** What a phone account can carry: no quotation mark beside a blank or semicolon, nothing that reads as a setting. */
  'phone-password': '^(?:[^";\\u0000-\\u001F\\u007F]*(?:;[^"=\\u0000-\\u001F\\u007F]*)?|[^; \\u0000-\\u001F\\u007F]*)$',
  /** SHA-256 in hexadecimal digits, with or without colons, or nothing. */
  fingerprint: '^(?:[0-9A-Fa-f]{2}(?::?[0-9A-Fa-f]{2}){31})?$',
  /** Certificates in PEM one after the other, or nothing. */
  certificate: '^\\s*(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\\s]+-----END CERTIFICATE-----\\s*)*$',
  'app-key': '^[a-z0-9]+(?:-[a-z0-9]+)*::[a-z0-9]+(?:-[a-z0-9]+)*$',
  /** As the time zone database names places: Europe/Berlin. */
  'time-zone': '^[A-Za-z][A-Za-z0-9_+\\-]*(?:/[A-Za-z0-9_+\\-]+){0,2}$',
  'setting-key': '^[A-Z][A-Z0-9_]*$',
} as const;
export type PatternName = keyof typeof PATTERNS;

/** The name of a pattern, by the pattern. */
export const PATTERN_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(PATTERNS).map(([name, pattern]) => [pattern, name]),
);
