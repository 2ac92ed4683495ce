// @vitest-environment happy-dom
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { chooseLanguage, currentTexts, loadTexts, startTexts } from './store.ts';

it('is English until the texts of the user’s locale are loaded', () => {
  const texts = currentTexts();
  expect(texts.language).toBe('eng');
  expect(texts.number(1234.5)).toBe('1,234.5');
});

it('has the texts of a page opened during a language switch, in any order of loading', async () => {
  const answer = holdTexts();
  const first = loadTexts(['common']);
  answer('eng', 'common', 'common.next', 'Next');
  await first;
  const switched = chooseLanguage('deu');
  const opened = loadTexts(['calendar']);
  answer('eng', 'calendar', 'calendar.title', 'Meetings');
  await opened;
  answer('deu', 'calendar', 'calendar.title', 'Besprechungen');
  answer('deu', 'common', 'common.next', 'Weiter');
  await switched;
  const { t } = currentTexts();
  expect([t('common.next'), t('calendar.title')]).toEqual(['Weiter', 'Besprechungen']);
});

it('starts in German without a choice, and next time in the chosen language', async () => {
  localStorage.clear();
  const answer = holdTexts();
  answer('deu', 'common', 'common.next', 'Weiter');
  answer('rus', 'common', 'common.next', 'Далее');
  answer('deu', 'calendar', 'calendar.title', 'Besprechungen');
  answer('rus', 'calendar', 'calendar.title', 'Встречи');
  await startTexts(['common']);
  expect([currentTexts().t('common.next'), document.documentElement.lang]).toEqual(['Weiter', 'de-DE']);
  await chooseLanguage('rus');
  expect(JSON.parse(localStorage.getItem('locale') ?? '')).toMatchObject({ language: 'rus', bcp47: 'ru-RU' });
  await startTexts(['common']);
  expect([currentTexts().t('common.next'), document.documentElement.lang]).toEqual(['Далее', 'ru-RU']);
});

it('sets the page’s language before its texts are loaded, and browsers do not offer to translate it', async () => {
  localStorage.setItem('locale', JSON.stringify({ language: 'rus' }));
  document.documentElement.lang = '';
  holdTexts();
  void startTexts(['errors']);
  expect(document.documentElement.lang).toBe('ru-RU');
  for (const page of ['index', 'session']) {
    const html = await readFile(join(import.meta.dirname, `../../../client/${page}.html`), 'utf8');
    expect(html).toContain(' translate="no">');
    expect(html).toContain('<meta name="google" content="notranslate" />');
  }
});

afterEach(() => vi.unstubAllGlobals());

/** Texts arrive when the test releases them, whether requested before or later. */
function holdTexts(): (language: string, area: string, key: string, text: string) => void {
  const files = new Map<string, PromiseWithResolvers<Response>>();
  const file = (name: string) => {
    const known = files.get(name) ?? Promise.withResolvers<Response>();
    files.set(name, known);
    return known;
  };
  vi.stubGlobal('fetch', async (address: string) =>
    (await file(address.split('/').slice(-2).join('/')).promise).clone(),
  );
  return (language, area, key, text) => file(`${language}/${area}.json`).resolve(Response.json({ [key]: text }));
}
