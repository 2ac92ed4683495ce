/** A tag is one word, so that a list of tags reads well. */
export const TAG = { minLength: 1, maxLength: 32, pattern: '^[\\p{L}\\p{N}](?:[\\p{L}\\p{N}._:\\-]*)$' } as const;

/** Tags of one machine. */
export const TAGS_MAX = 32;

const PATTERN = new RegExp(TAG.pattern, 'u');

/** Whether a text may be a tag. */
export function isTag(text: string): boolean {
  return text.length <= TAG.maxLength && PATTERN.test(text);
}
