/** The product's four languages, named as its locale files are (spec chapter 1). */
export const LANGUAGES = ['deu', 'eng', 'gsw', 'rus'] as const;
export type Language = (typeof LANGUAGES)[number];

/** As HTML, HTTP and mails name them (BCP 47). */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { deu: 'de', eng: 'en', gsw: 'gsw', rus: 'ru' };

/** A page of the client that says which language its reader is expected to want, until its script knows. */
export function withLanguage(html: string, tag: string): string {
  return html.replace(/<html lang="[^"]*"/, `<html lang="${tag}"`);
}
