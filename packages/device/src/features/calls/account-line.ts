import { PATTERNS } from '@berth/contract/profile/patterns';

/** The values in baresip's account line. */
export interface AccountLine {
  /** user@host, escaped as in a SIP address. */
  readonly id: string;
  readonly displayName: string;
  readonly user: string;
  readonly password: string;
}

/** Registration interval; the registrar may shorten it. */
const REGISTER_S = 600;
const PLAIN = new RegExp(PATTERNS['phone-password']);
/** baresip's limit for a control command is 1,024 bytes including its name. */
const BYTES_MAX = 1_000;

/**
 * Builds baresip's account line. An unquoted value ends at whitespace or a semicolon, and quoted values have no
 * escapes: a value is written bare or quoted, whichever parses back to itself. Null if neither does, or if the line
 * exceeds baresip's limit.
 */
export function accountLine({ id, displayName, user, password }: AccountLine): string | null {
  // baresip searches quoted values for settings too: `;name=` would inject one.
  if (!PLAIN.test(password) || !PLAIN.test(user)) return null;
  const name = displayName.replaceAll(/["<>;\\]/g, '');
  const head = `"${name}" <sip:${id}>;regint=${REGISTER_S}`;
  const authUser = written(user, ';');
  // The password comes last because its quotation mark may stay open.
  const authPass = written(password, '');
  if (authUser === null || authPass === null) return null;
  // baresip strips quotation marks around a whole command; the tab before the name prevents that.
  const line = `\t${head};auth_user=${authUser};auth_pass=${authPass}`;
  return Buffer.byteLength(line) <= BYTES_MAX ? line : null;
}

function written(value: string, next: string): string | null {
  return [value, `"${value}"`].find((text) => readValue(text + next) === value) ?? null;
}

/** Parses a value as baresip does: a backslash keeps itself and the next character. */
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
