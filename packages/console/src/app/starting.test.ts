// @vitest-environment happy-dom

import { LANGUAGES } from '@berth/contract/rules/languages';
import { type Language, storeLanguage } from '@berth/web/i18n/locales.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type StartingTexts, showStart } from './starting.ts';

const texts = Object.fromEntries(
  LANGUAGES.map((each) => [each, { loading: `loading, ${each}`, headings: { machines: `machines, ${each}` } }]),
) as StartingTexts;

function startAt(path: string, { language, theme }: { language?: Language; theme?: string } = {}): HTMLElement {
  localStorage.clear();
  if (language) storeLanguage(localStorage, language);
  if (theme) localStorage.setItem('theme', theme);
  history.replaceState(null, '', path);
  document.body.innerHTML = '<main class="starting"><b></b></main>';
  document.head.innerHTML = '';
  showStart(texts, { files: ['assets/a.js', 'assets/b.js', 'assets/b.css'], pages: { machines: [1, 2] } });
  return document.querySelector<HTMLElement>('.starting') ?? document.body;
}

afterEach(() => {
  vi.useRealTimers();
});

beforeEach(() => {
  vi.useFakeTimers();
  document.title = 'Berth';
});

it('shows the heading of the page at the address, in the user’s language', () => {
  const shape = startAt('/manage/machines/deployment/flex', { language: 'rus' });
  expect(shape.textContent).toBe('machines, rus');
  expect(shape.getAttribute('aria-label')).toBe('loading, rus');
  expect(document.title).toBe('machines, rus');
  expect(document.documentElement.lang).toBe('ru-RU');
});

it('leaves the heading open where it is a name, and has no console’s shape before a login', () => {
  expect(startAt('/manage/machines/0b8f').dataset.page).toBe('machine');
  expect(startAt('/manage/machines/0b8f').textContent).toBe('');
  expect(startAt('/manage/login').dataset.page).toBeUndefined();
  expect(startAt('/session/login').dataset.page).toBeUndefined();
});

it.each(['dark', 'light'])('follows the chosen appearance: %s', (theme) => {
  startAt('/session/login', { theme });
  expect(document.documentElement.dataset.mantineColorScheme).toBe(theme);
});

it('requests the files of the page at the address', async () => {
  const requested = () =>
    [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);
  startAt('/manage/login');
  await vi.runAllTimersAsync();
  expect(requested()).toEqual([]);
  startAt('/manage/machines');
  await vi.runAllTimersAsync();
  expect(requested()).toEqual(['modulepreload /assets/b.js', 'preload /assets/b.css']);
});
