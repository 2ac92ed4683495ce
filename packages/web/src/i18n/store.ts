import { folder } from 'virtual:berth-messages';
import type { Message } from '@berth/contract/texts/format-message';
import { sharedValue } from '../lib/shared-value.ts';
import type { Area } from './keys.ts';
import {
  askedLanguage,
  type Language,
  LOCALES,
  STORE_LANGUAGE_DEFAULT,
  storedLanguage,
  storeLanguage,
} from './locales.ts';
import { createTexts, type Texts } from './texts.ts';

/**
 * A page has one language: a store without a provider, so that the console, the session and code outside React read the
 * same texts.
 */
const texts = sharedValue(createTexts(STORE_LANGUAGE_DEFAULT, new Map()));
let messages: ReadonlyMap<string, Message> = new Map();
let wanted: Language = STORE_LANGUAGE_DEFAULT;
const areas = new Set<Area>();

/** Loads the stored language's texts of these areas; call it before the first render. */
export async function startTexts(first: readonly Area[]): Promise<void> {
  for (const area of first) areas.add(area);
  const language = askedLanguage(location.search) ?? storedLanguage(localStorage);
  tell(language);
  await show(language);
  // Another tab's choice applies to this tab, too.
  addEventListener('storage', (event) => {
    if (event.key === 'locale') void show(storedLanguage(localStorage));
  });
}

/** Loads more areas in the current language; a page's loader awaits it. */
export async function loadTexts(more: readonly Area[]): Promise<void> {
  const missing = more.filter((area) => !areas.has(area));
  if (missing.length === 0) return;
  const { language } = texts.get();
  const added = await fetchMessages(language, missing);
  for (const area of missing) areas.add(area);
  const current = texts.get().language;
  if (language === current) publish(language, new Map([...messages, ...added]));
  else await show(current);
}

/** Switches the whole page once the new language's texts are loaded, and stores the choice. */
export async function chooseLanguage(language: Language): Promise<void> {
  storeLanguage(localStorage, language);
  await show(language);
}

/** The current texts, outside React. */
export const currentTexts: () => Texts = texts.get;

/** The current texts; the component renders again when they change. */
export const useTexts: () => Texts = texts.use;

async function show(language: Language): Promise<void> {
  wanted = language;
  const asked = [...areas];
  const next = await fetchMessages(language, asked);
  // A later choice whose texts arrived sooner stays.
  if (wanted !== language) return;
  // A page with other areas was opened meanwhile: without its texts it would show keys.
  if (areas.size > asked.length) return show(language);
  publish(language, next);
  tell(language);
}

/** Sets the language for the browser and for screen readers. */
function tell(language: Language): void {
  document.documentElement.lang = LOCALES[language].bcp47;
}

async function fetchMessages(language: Language, wanted: readonly Area[]): Promise<Map<string, Message>> {
  const files = await Promise.all(wanted.map((area) => fetchFile(`${folder}/${language}/${area}.json`)));
  return new Map(files.flatMap(Object.entries));
}

async function fetchFile(address: string): Promise<Record<string, Message>> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`No texts at ${address}`);
  return response.json();
}

function publish(language: Language, next: ReadonlyMap<string, Message>): void {
  messages = next;
  texts.set(createTexts(language, next));
}
