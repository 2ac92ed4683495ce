const VOWEL = 'aeiouyäöüéèàâêîôûаеёиоуыэюя';
/** A vowel, any consonants, then the one sound (some have several letters) that begins the next syllable. */
const SYLLABLE = new RegExp(`(?<=[${VOWEL}][^${VOWEL}]*?)(sch|ch|ck|ph|th|qu|[^${VOWEL}])(?=[${VOWEL}])`, 'giu');

/**
 * Allows long words to break between syllables, for browsers without hyphenation patterns (Debian's Chromium has none):
 * a soft hyphen before the last consonant between two vowels, as in German and Russian. A text may name a better place by
 * a soft hyphen of its own.
 *
 * @param long Letters of the shortest word that may break.
 */
export function softHyphens(text: string, long = 13): string {
  return text.replace(new RegExp(`\\p{L}{${long},}`, 'gu'), (word) => {
    return word.replace(SYLLABLE, (sound, _group, offset: number) => {
      return offset < 3 || offset > word.length - 3 ? sound : `\u00ad${sound}`;
    });
  });
}
