/** In the order of digits, before all letters, and no numbers to a comparison that counts. */
const SIGNS = '&#%^+<=>|~';
const ID = /(?<=^|[ _./#:-])(?:[0-9A-F]{6}|[0-9a-f]{6}|[0-9a-f]{32})$/;

/**
 * What a name is ordered by where "Desk 2" comes before "Desk 10". A machine that nobody named is called by its id, which is
 * hexadecimal: as a number "9abcde" would come before "10abcd". The database does the same (name_for_order).
 */
export function orderedName(name: string): string {
  return name.replace(ID, (id) => id.replace(/\d/g, (digit) => SIGNS.charAt(Number(digit))));
}
