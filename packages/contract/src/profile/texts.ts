import Type from 'typebox';
import { WIFI_PASSWORD_MIN } from '../limits.ts';

/** Kinds of text in the profile definition. Built on nothing but strings, so every validator knows them. */

/** No control characters: such texts end up in command lines, configuration files and single-line fields. */
const ONE_LINE = '^[^\\u0000-\\u001F\\u007F]*$';

/** Host name or IPv4 address, `[IPv6]` too, with an optional port; empty where a field may be left empty. */
const HOST = '(?:[A-Za-z0-9](?:[A-Za-z0-9._\\-]{0,252}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])(?::[0-9]{1,5})?';
const DOMAIN =
  '^(?:[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)*[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?$';
const BASE64 = 'base64,[A-Za-z0-9+/]+={0,2}$';

const URL_MAX = 2048;

/** One line of text. */
export function line(maxLength: number, options: Type.TStringOptions = {}): Type.TString {
  return Type.String({ maxLength, pattern: ONE_LINE, ...options });
}

/** A name people read: something must be there. */
export function name(maxLength: number, options: Type.TStringOptions = {}): Type.TString {
  return line(maxLength, { minLength: 1, ...options });
}

/** Longer text with line breaks. */
export function text(maxLength: number, options: Type.TStringOptions = {}): Type.TString {
  return Type.String({ maxLength, ...options });
}

/** A value that is encrypted at rest and masked in what the console reads: `writeOnly` marks it. */
export function secret(maxLength: number, options: Type.TStringOptions = {}): Type.TString {
  return Type.String({ format: 'password', writeOnly: true, maxLength, ...options });
}

/** A Wi-Fi passphrase (WPA: 8 to 63 characters). */
export function wifiPassword(): Type.TString {
  return secret(63, { minLength: WIFI_PASSWORD_MIN });
}

/** A colour as # and six hex digits (spec chapter 5). */
export function color(byDefault: string): Type.TString {
  return Type.String({ format: 'color', pattern: '^#[0-9A-Fa-f]{6}$', default: byDefault });
}

/** An address that a browser opens: http or https only, so that no script or file address gets in. */
export function webAddress(options: Type.TStringOptions = {}): Type.TString {
  return Type.String({
    format: 'uri',
    maxLength: URL_MAX,
    pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/?#]+\\S*$',
    ...options,
  });
}

/** A web address with named holes, such as `{{SERVER_NAME}}` or `{searchTerms}`, that `pattern` asks for. */
export function addressTemplate(pattern: string): Type.TString {
  return Type.String({ maxLength: URL_MAX, pattern });
}

/** A host with an optional port. */
export function host(options: Type.TStringOptions = {}): Type.TString {
  return Type.String({ maxLength: 260, pattern: `^${HOST}$`, ...options });
}

/** A host with an optional port, or nothing. */
export function hostOrNothing(): Type.TString {
  return Type.String({ maxLength: 260, pattern: `^(?:${HOST})?$`, default: '' });
}

/** A DNS domain. */
export function domain(): Type.TString {
  return Type.String({ minLength: 1, maxLength: 253, pattern: DOMAIN });
}

/** A picture inside the definition: a data URL in base64. Icons and the image widget take PNG only (spec chapter 3). */
export function picture(maxLength: number, types: 'png' | 'any'): Type.TString {
  const subtype = types === 'png' ? 'png' : '(?:png|jpeg|webp|gif|svg\\+xml)';
  return Type.String({ maxLength, pattern: `^data:image/${subtype};${BASE64}`, contentEncoding: 'base64' });
}
