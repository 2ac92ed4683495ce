import { createHash, randomBytes } from 'node:crypto';

/** Letters and digits that are not confused when read aloud or typed. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 20;
const GROUP = 5;
/** Bytes below this map evenly onto the alphabet. */
const FAIR = 256 - (256 % ALPHABET.length);

/** A code of 20 characters in groups, such as ABCDE-FGHJK-MNPQR-STVWX: 98 random bits. */
export function newCode(): string {
  const letters: string[] = [];
  while (letters.length < LENGTH) {
    for (const byte of randomBytes(LENGTH)) {
      const letter = ALPHABET[byte % ALPHABET.length];
      if (byte < FAIR && letter !== undefined && letters.length < LENGTH) letters.push(letter);
    }
  }
  return (letters.join('').match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-');
}

/** The stored hash of a code, independent of how it is typed. */
export function hashCode(code: string): Buffer {
  const plain = code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return createHash('sha256').update(plain).digest();
}

/** The last characters of a code, to distinguish codes. */
export function hintOf(code: string): string {
  return code.slice(-4);
}
