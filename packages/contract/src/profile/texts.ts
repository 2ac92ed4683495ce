import Type from 'typebox';
import { WIFI_PASSWORD_MIN } from '../limits.ts';
import type { PerMachine } from './machine-values.ts';
import { PATTERNS, type PatternName } from './patterns.ts';
import { MAX_BYTES, PER_MACHINE, SENT_TO } from './secrets.ts';

/** Kinds of text in the profile definition. */

const URL_MAX = 2048;
const HOST_MAX = 260;
const CERTIFICATES_MAX = 32_768;

interface TextRules {
  minLength?: number;
  /** In UTF-8. */
  maxBytes?: number;
  default?: string;
  pattern?: PatternName;
  /** Machines fill in their own values. */
  perMachine?: PerMachine;
}

function patterned(pattern: PatternName, options: Type.TStringOptions): Type.TString {
  return Type.String({ ...options, pattern: PATTERNS[pattern] });
}

function bytesRule(maxBytes: number | undefined): { readonly [MAX_BYTES]?: number } {
  return maxBytes === undefined ? {} : { [MAX_BYTES]: maxBytes };
}

function machineRule(perMachine: PerMachine | undefined): { readonly [PER_MACHINE]?: PerMachine } {
  return perMachine === undefined ? {} : { [PER_MACHINE]: perMachine };
}

/** One line of text. */
export function line(
  maxLength: number,
  { pattern = 'one-line', maxBytes, perMachine, ...rules }: TextRules = {},
): Type.TString {
  return patterned(pattern, { ...rules, maxLength, ...bytesRule(maxBytes), ...machineRule(perMachine) });
}

/** A displayed name; not empty. */
export function name(maxLength: number, rules: TextRules = {}): Type.TString {
  return line(maxLength, { minLength: 1, ...rules });
}

/** Text with line breaks. */
export function text(
  maxLength: number,
  { perMachine, ...rules }: Pick<TextRules, 'default' | 'perMachine'> = {},
): Type.TString {
  return Type.String({ ...rules, maxLength, ...machineRule(perMachine) });
}

/**
 * Where a secret is sent: the fields with its destination, of which the first non-empty one is used; `../` is one level
 * up from the section or list that contains the secret. `fixed` is for a secret that contains its destination or is not
 * sent. A changed destination requires entering the secret again (secrets.ts).
 */
export type Destination = readonly [string, ...string[]] | 'fixed';

/** A value that is encrypted at rest and masked for the console, marked by `writeOnly`. */
export function secret(
  maxLength: number,
  {
    sentTo,
    pattern,
    maxBytes,
    ...rules
  }: { sentTo: Destination; minLength?: number; maxBytes?: number; pattern?: PatternName },
): Type.TString {
  const options = {
    format: 'password',
    writeOnly: true,
    [SENT_TO]: sentTo,
    ...rules,
    maxLength,
    ...bytesRule(maxBytes),
  };
  return pattern === undefined ? Type.String(options) : patterned(pattern, options);
}

/** WPA: 8 to 63 characters. */
export const WIFI_PASSWORD_MAX = 63;

/** A Wi-Fi passphrase. */
export function wifiPassword(sentTo: Destination): Type.TString {
  return secret(WIFI_PASSWORD_MAX, { minLength: WIFI_PASSWORD_MIN, sentTo });
}

/** A color as # and six hex digits (spec chapter 5). */
export function color(byDefault: string): Type.TString {
  return patterned('color', { format: 'color', maxLength: 7, default: byDefault });
}

/** A web address. */
export function webAddress(): Type.TString {
  return patterned('web-address', { format: 'uri', maxLength: URL_MAX });
}

/** A web address into which machines fill their own values. */
export function pageAddress(): Type.TString {
  return patterned('page-address', { maxLength: URL_MAX, ...machineRule('address') });
}

/** A web address with placeholders. */
export function addressTemplate(pattern: 'search-address' | 'address-template'): Type.TString {
  return patterned(pattern, { maxLength: URL_MAX });
}

/** A host with an optional port. */
export function host(rules: { default?: string } = {}): Type.TString {
  return patterned('host', { ...rules, maxLength: HOST_MAX });
}

/** A host with an optional port, or empty. */
export function hostOrNothing(rules: { default?: string } = { default: '' }): Type.TString {
  return patterned('host-or-nothing', { ...rules, maxLength: HOST_MAX });
}

/** Certificates in PEM format, or empty. */
export function certificates(): Type.TString {
  return patterned('certificate', { maxLength: CERTIFICATES_MAX, default: '' });
}

/** A DNS domain. */
export function domain(): Type.TString {
  return patterned('domain', { maxLength: 253 });
}

/** An image inside the definition. */
export function picture(maxLength: number, pattern: 'png' | 'picture'): Type.TString {
  return patterned(pattern, { maxLength, contentEncoding: 'base64' });
}
