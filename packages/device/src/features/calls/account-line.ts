import { PATTERNS } from '@berth/contract/profile/patterns';

/** What baresip is told of an account. */
export interface AccountLine {
  /** user@host, escaped as in a SIP address. */
  readonly id: string;
  readonly displayName: string;
  readonly user: string;
  readonly password: string;
}

/** Renewed this often; the registrar may shorten it. */
const REGISTER_S = 600;
const PLAIN = new RegExp(PATTERNS['phone-password']);
/** Of 1,024 bytes for a command of the control channel, without its name. */
const BYTES_MAX = 1_000;

/**
 * baresip's account line. A value in it ends at a blank or a semicolon outside of quotation marks, and nothing in quotation
 * marks can be escaped: a value is written bare or quoted, whichever reads as itself. Null: neither does, or the line is
 * longer than the program takes.
 */
export function accountLine({ id, displayName, user, password }: AccountLine): string | null {
  // A semicolon and an equals sign would be an account setting: the program also looks for those in quoted values.
  if (!PLAIN.test(password) || !PLAIN.test(user)) return null;
  const name = displayName.replaceAll(/["<>;\\]/g, '');
  const head = `"${name}" <sip:${id}>;regint=${REGISTER_S}`;
  const authUser = written(user, ';');
  // Last, so that a quotation mark in it may stay open.
  const authPass = written(password, '');
  if (authUser === null || authPass === null) return null;
  // The program takes quotation marks off a command that begins and ends with one; a tab before the name keeps them.
  const line = `\t${head};auth_user=${authUser};auth_pass=${authPass}`;
  return Buffer.byteLength(line) <= BYTES_MAX ? line : null;
}

function written(value: string, next: string): string | null {
  return [value, `"${value}"`].find((text) => readValue(text + next) === value) ?? null;
}

/** How baresip reads such a value: a backslash keeps itself and the next character. */
function readValue(text: string): string {
  const start = /^[ \t\r\n]*/.exec(text)?.[0].length ?? 0;
  let end = start;
  let quoted = false;
  for (; end < text.length; end++) {
    const character = text.charAt(end);
    if (character === '\\') end++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && /[ \t\r\n;]/.test(character)) break;
  }
  const value = text.slice(start, end);
  return /^".*"$/s.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}
