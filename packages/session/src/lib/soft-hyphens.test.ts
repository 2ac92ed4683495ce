import { expect, test } from 'vitest';
import { softHyphens } from './soft-hyphens.ts';

const shown = (text: string) => softHyphens(text).replaceAll('\u00ad', '-');

test.each([
  ['Krankenhausinformationssystem', 'Kran-ken-hau-sin-for-ma-tions-sys-tem'],
  ['Telekommunikation', 'Tele-kom-mu-ni-ka-tion'],
  ['Видеоконференция', 'Видео-кон-фе-рен-ция'],
])('%s may break between its syllables', (word, expected) => {
  expect(shown(word)).toBe(expected);
});

test('a word with a break of its own breaks only there', () => {
  expect(shown('Bildschirm\u00adübertragung')).toBe('Bildschirm-übertragung');
});

test('a narrow place may break shorter words', () => {
  expect(softHyphens('Haustechnik rufen', 10).replaceAll('\u00ad', '-')).toBe('Haus-tech-nik rufen');
});

test('short words stay whole, and the letters stay unchanged', () => {
  expect(softHyphens('Kalender & E-Mail')).toBe('Kalender & E-Mail');
  expect(softHyphens('Lagerverwaltungsprogramm').replaceAll('\u00ad', '')).toBe('Lagerverwaltungsprogramm');
});
