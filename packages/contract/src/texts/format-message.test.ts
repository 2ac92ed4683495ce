import { parse } from '@formatjs/icu-messageformat-parser';
import { expect, test } from 'vitest';
import { intlTag, LANGUAGES } from '../rules/languages.ts';
import { formatMessage, formatNumber, type MessageValue } from './format-message.ts';

function format(message: string, values: Record<string, MessageValue<never>>, tag = 'en-GB'): string {
  return formatMessage(parse(message), values, tag).join('');
}

test('arguments and numbers are formatted for the language', () => {
  expect(format('{name}: {count, number}', { name: 'A {b}', count: 12345 })).toBe('A {b}: 12,345');
  expect(format('{count, number}', { count: 12345 }, 'de-DE')).toBe('12.345');
});

test.each(LANGUAGES)('numbers in %s are as Intl formats them', (language) => {
  const tag = intlTag(language);
  for (const value of [...Array(1_001).keys(), 1_234_567, -1, -0, 0.5, 999.99, Number.NaN, 1e21]) {
    expect(formatNumber(value, tag)).toBe(new Intl.NumberFormat(tag).format(value));
  }
});

test.each([
  [1, '1 машина'],
  [3, '3 машины'],
  [5, '5 машин'],
  [21, '21 машина'],
  [1.5, '1,5 машины'],
])('Russian plurals: %s', (count, text) => {
  const message = '{count, plural, one {# машина} few {# машины} many {# машин} other {# машины}}';
  expect(format(message, { count }, 'ru-RU')).toBe(text);
});

test('an exact number wins over its plural, and an offset is subtracted from the rest', () => {
  const message = '{count, plural, offset:1 =0 {nobody} =1 {you} one {you and # more} other {you and # others}}';
  expect([0, 1, 2, 4].map((count) => format(message, { count }))).toEqual([
    'nobody',
    'you',
    'you and 1 more',
    'you and 3 others',
  ]);
});

test('a select falls back to other, and plurals nest in it', () => {
  const message = '{kind, select, machine {{count, plural, one {# machine} other {# machines}}} other {nothing}}';
  expect(format(message, { kind: 'machine', count: 2 })).toBe('2 machines');
  expect(format(message, { kind: 'boat', count: 2 })).toBe('nothing');
});

test('quoted braces are text', () => {
  expect(format("'{' {name} '}'", { name: 'x' })).toBe('{ x }');
});

test('a tag wraps its content, and a part stays unchanged', () => {
  const parts = formatMessage<{ bold: unknown[] } | { link: true }>(
    parse('Open <b>{name} now</b>, {link}'),
    { b: (inside) => ({ bold: inside }), name: 'this', link: { link: true } },
    'en-GB',
  );
  expect(parts).toEqual(['Open ', { bold: ['this', ' now'] }, ', ', { link: true }]);
});
