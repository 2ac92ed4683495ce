import { readFileSync } from 'node:fs';
import type { Fault } from '@berth/contract/errors';
import type { PasswordFault } from '@berth/contract/rules/text';
import { ApiError } from '../../../http/api-error.ts';

function fault(rule: PasswordFault, message: string): Fault {
  return { path: '/password', rule, message };
}

/**
 * Rejects a password that matches the contract's pattern (spec chapter 5) but is easy to guess. Body validation has
 * checked the pattern.
 */
export function rejectGuessable(password: string, email: string): void {
  const faults = [
    ...(isCommonPassword(password)
      ? [fault('commonPassword', 'This password is on the list of common passwords')]
      : []),
    ...(repeatsAddress(password, email) ? [fault('containsEmail', 'The password contains the email address')] : []),
  ];
  if (faults.length > 0)
    throw new ApiError('invalid-input', 'This password is too easy to guess. Choose another one.', faults);
}

/** Lower-case passwords and words that attackers try first (source and license: common-passwords.LICENSE.txt). */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Digits and special characters that people use for letters. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** Shorter stems say nothing about the password. */
const STEM_MIN = 4;
/** Attackers' mangling rules find common words with at most this many additional characters. */
const PADDING_MAX = 6;
/** Minimum length of the local part of an address to compare. */
const LOCAL_PART_MIN = 4;

function withoutLookAlikes(text: string): string {
  return Array.from(text, (character) => LOOK_ALIKES[character] ?? character).join('');
}

function trimmed(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
}

/**
 * Whether attackers try the password first: a listed password, or a listed word with look-alike letters and a few digits
 * and special characters around it (NIST SP 800-63B, 3.1.1.2: compare with commonly used and expected values).
 */
function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const bare = lower.replace(/[^\p{L}\p{N}]/gu, '');
  if (COMMON.has(lower) || COMMON.has(bare)) return true;
  const stems = [trimmed(lower), withoutLookAlikes(trimmed(lower)), trimmed(withoutLookAlikes(lower))];
  return stems.some((stem) => stem.length >= STEM_MIN && lower.length - stem.length <= PADDING_MAX && COMMON.has(stem));
}

/** Whether the password contains the person's address. */
function repeatsAddress(password: string, email: string): boolean {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  return local.length >= LOCAL_PART_MIN && password.toLowerCase().includes(local);
}
