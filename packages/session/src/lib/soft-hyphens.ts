const VOWEL = 'aeiouyäöüéèàâêîôûаеёиоуыэюя';
const LONG_WORD = /\p{L}{13,}/gu;
/** A vowel, any consonants, then the one sound (some have several letters) that begins the next syllable. */
const SYLLABLE = new RegExp(`(?<=[${VOWEL}][^${VOWEL}]*?)(sch|ch|ck|ph|th|qu|[^${VOWEL}])(?=[${VOWEL}])`, 'giu');

/**
 * Allows long words to break between syllables, for browsers without hyphenation patterns (Debian's Chromium has none):
 * a soft hyphen before the last consonant between two vowels, as in German and Russian. Shorter words stay whole.
 */
export function softHyphens(text: string): string {
  return text.replace(LONG_WORD, (word) => {
    return word.replace(SYLLABLE, (sound, _group, offset: number) => {
      return offset < 3 || offset > word.length - 3 ? sound : `\u00ad${sound}`;
    });
  });
}
