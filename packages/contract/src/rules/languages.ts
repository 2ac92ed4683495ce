/** The product's four languages, named as its locale files are (spec chapter 1). */
export const LANGUAGES = ['deu', 'eng', 'gsw', 'rus'] as const;
export type Language = (typeof LANGUAGES)[number];
