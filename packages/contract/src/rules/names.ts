import type { MachineId } from '../ids.ts';
import { MACHINE_SHORT_ID_LENGTH } from '../limits.ts';

/** The first six characters of a machine's ID, in upper case (spec chapter 3, Machine). */
export function shortId(id: MachineId): string {
  return id.slice(0, MACHINE_SHORT_ID_LENGTH).toUpperCase();
}

/** Sort like digits, before all letters, but are not compared as numbers. */
const SIGNS = '&#%^+<=>|~';
const ID = /(?<=^|[ _./#:-])(?:[0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$/;

/**
 * The sort key of a name: "Desk 2" sorts before "Desk 10". An unnamed machine's name is its hexadecimal ID, whose digits
 * must not be compared as numbers: "10abcd" sorts before "9abcde". The database has the same function (name_for_order).
 */
export function orderedName(name: string): string {
  return name.replace(ID, (id) => id.replace(/\d/g, (digit) => SIGNS.charAt(Number(digit))));
}

/** A network's name has 32 bytes (IEEE 802.11). */
const SSID_BYTES = 32;
/** Prefix for a machine without a name. */
const NAMELESS = 'Berth';

interface Hotspot {
  readonly ssid_use_devname: boolean;
  readonly ssid?: string | undefined;
}

/** The name of a machine's hotspot: the profile's or the machine's name, truncated to what a network's name may have. */
export function hotspotName({ ssid_use_devname, ssid }: Hotspot, machineName: string): string {
  return fitting((!ssid_use_devname && ssid) || machineName || NAMELESS);
}

function fitting(name: string): string {
  let bytes = 0;
  const letters = [...name].filter((letter) => {
    bytes += bytesOf(letter.codePointAt(0) ?? 0);
    return bytes <= SSID_BYTES;
  });
  return letters.join('');
}

/** Length in UTF-8. */
function bytesOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** A tag is one word, so that lists of tags are readable. */
export const TAG = { minLength: 1, maxLength: 32, pattern: '^[\\p{L}\\p{N}](?:[\\p{L}\\p{N}._:\\-]*)$' } as const;

/** Maximum number of tags of a machine. */
export const TAGS_MAX = 32;

const PATTERN = new RegExp(TAG.pattern, 'u');

/** Whether a text is a valid tag. */
export function isTag(text: string): boolean {
  return text.length <= TAG.maxLength && PATTERN.test(text);
}
