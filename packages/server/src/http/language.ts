import { type Language, languageOfTag } from '@berth/contract/rules/languages';

const MAX_RANGES = 20;

function rangesOf(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return { tag, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}

/**
 * The language of a person: from the login request (ui_locales, OpenID Connect Core 3.1.2.1), then from the browser
 * (RFC 9110, 12.5.4). Defaults to German (spec chapter 9), or to English if only unavailable languages are requested.
 */
export function chooseLanguage(uiLocales: string | undefined, acceptLanguage: string | undefined): Language {
  const preferred = [...(uiLocales?.split(' ', MAX_RANGES) ?? []), ...rangesOf(acceptLanguage ?? '')];
  const asked = preferred.filter((tag) => tag !== '' && tag !== '*');
  for (const tag of asked) {
    const language = languageOfTag(tag);
    if (language) return language;
  }
  return asked.length > 0 ? 'eng' : 'deu';
}
