import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, LOCALES } from '@berth/contract/rules/languages';
import type { Page } from '@playwright/test';

const FOLDER = join(import.meta.dirname, '../../packages/contract/src/texts/eng');

/** English texts by key: journeys find elements by their visible text and survive rewording. */
const texts: Record<string, string> = Object.assign(
  {},
  ...readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Record<string, string>),
);

/** The text of a key with its {arguments} filled in. Plurals are not: match those by a pattern. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const text = texts[key];
  if (text === undefined) {
    throw new Error(`the locale files have no "${key}"`);
  }
  return text.replace(/\{(\w+)(?:, number)?\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/**
 * Sets every page of the browser to English, as a user's earlier choice would. A frame shares the storage of its page:
 * there it would undo the page's later choice.
 */
export async function speakEnglish(page: Page): Promise<void> {
  const english = JSON.stringify(LOCALES.eng);
  await page.context().addInitScript((locale) => {
    if (frameElement === null) localStorage.setItem('locale', locale);
  }, english);
}

/** Chooses English on the wizard's first page. */
export async function chooseEnglish(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'English' }).click();
}

/** Switches an open page to a language, as a choice in another tab would. */
export async function speak(page: Page, language: Language): Promise<void> {
  const { bcp47 } = LOCALES[language];
  await page.evaluate((locale) => {
    localStorage.setItem('locale', locale);
    dispatchEvent(new StorageEvent('storage', { key: 'locale' }));
  }, JSON.stringify(LOCALES[language]));
  // On a board the page's lang is Excalidraw's own language.
  await page.waitForFunction(
    (tag) => document.documentElement.lang === tag || document.querySelector('.excalidraw') !== null,
    bcp47,
  );
}
