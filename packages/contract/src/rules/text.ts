/** Rules for short texts (spec chapter 5), shared by forms and server. */

/** Control characters, and those that end a line or turn the direction of the text around them (UAX 9, 2.1 and 2.2). */
const INVISIBLE = '\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069';

/** Characters that take no room or look like a blank: soft hyphens, zero-width spaces, fillers of Hangul and braille. */
const BLANK = '\\s\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800';

/** Letters by their class, and blanks to the eye. */
const FILLERS = '\\u115f\\u1160\\u3164\\uffa0';

/** Organization name: letters, numbers, inner blanks and the characters of the spec. */
export const ORGANIZATION_NAME = {
  minLength: 3,
  maxLength: 128,
  pattern:
    `^(?!.*[${FILLERS}])` +
    '[\\p{L}\\p{N},.!@#$%^&*()_\\-+=<>|{}/](?:[\\p{L}\\p{N} ,.!@#$%^&*()_\\-+=<>|{}/]*[\\p{L}\\p{N},.!@#$%^&*()_\\-+=<>|{}/])?$',
} as const;

/** Ends a part of an email address. */
const ENDS = `${BLANK}@<>()\\[\\],;:"\\\\${INVISIBLE}`;

/** RFC 5321 limits an address to 254 characters; the form is local@domain.tld without blanks. */
export const EMAIL = {
  maxLength: 254,
  pattern: `^[^${ENDS}]{1,64}@[^${ENDS}]+\\.[^${ENDS}.]{2,}$`,
} as const;

/** At least 8 characters with a lower case, an upper case, a number and a special character from !@#$%^&*. */
export const PASSWORD = {
  minLength: 8,
  maxLength: 256,
  pattern: '^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])(?=.*[!@#$%^&*]).*$',
} as const;

/** The fault's rule for a password that fulfills the pattern but is refused by the server. */
export type PasswordFault = 'commonPassword' | 'containsEmail';

/** Name of a machine or profile: something visible, in one line and direction. */
export const DISPLAY_NAME = {
  minLength: 1,
  maxLength: 128,
  pattern: `^(?=.*[^${BLANK}])[^${INVISIBLE}]*$`,
} as const;

/** Name of a view of the machines list: fits into a line of the sidebar. */
export const VIEW_NAME = { ...DISPLAY_NAME, maxLength: 40 } as const;

/** Note about a machine: a few lines, or none. */
export const MACHINE_NOTE = { maxLength: 500, pattern: `^(?:\\n|[^${INVISIBLE}])*$` } as const;

/** A typed product ID: letters and digits in either case, optionally in groups. */
export const PRODUCT_CODE = { minLength: 8, maxLength: 64 } as const;

/** What text copied from pages and documents brings along, and what no name needs. */
const UNSEEN = /[\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\u3164\ufeff\uffa0]/g;

/** A name as it is stored and compared: names that look the same are the same. */
export function cleanName(name: string): string {
  return name.replaceAll(UNSEEN, '').normalize('NFC').trim();
}

/** Email addresses are compared in lower case. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Replaces the address of a deleted account, and identifies no one. */
export function pseudonymOf(userId: string): string {
  return `deleted-${userId.slice(0, 8)}@account.invalid`;
}

export function isPseudonym(address: string): boolean {
  return /^deleted-[0-9a-f]{8}@account\.invalid$/.test(address);
}

const SIGN = '↺';

/** The note of a revision that restores an earlier one: a code, which is not translated. */
export function restoredNote(revision: number): string {
  return `${SIGN} ${revision}`;
}

/** The restored revision of a note; undefined for a note written by a user. */
export function restoredRevision(note: string): number | undefined {
  const [sign, revision = '', ...rest] = note.split(' ');
  return sign === SIGN && rest.length === 0 && /^[1-9][0-9]{0,8}$/.test(revision) ? Number(revision) : undefined;
}
