import { describe, expect, it } from 'vitest';
import {
  cleanName,
  DISPLAY_NAME,
  EMAIL,
  isPseudonym,
  normalizeEmail,
  pseudonymOf,
  restoredNote,
  restoredRevision,
} from './text.ts';

it('a note names the restored revision, and the text of users is unchanged', () => {
  for (const revision of [1, 12, 999_999_999]) expect(restoredRevision(restoredNote(revision))).toBe(revision);
  const notes = [
    '',
    '↺',
    '↺ again',
    '↺ 1 by mistake',
    'back to 3',
    '12',
    ' 12',
    'version 12',
    '↺ v12',
    '↺ 12th',
    '↺ 012',
  ];
  for (const note of notes) {
    expect(restoredRevision(note)).toBeUndefined();
  }
});

it('a name does not contain what nobody sees; what joins letters and pictures stays', () => {
  expect(cleanName('\ufeff Front\u00ad\u200b desk\u2060\u3164')).toBe('Front desk');
  for (const name of ['Kasse 🧑‍💻', 'می‌خواهم', 'क्‍ष']) expect(cleanName(name)).toBe(name);
});

it('an email address is the same in any case, with or without blanks around it', () => {
  expect(normalizeEmail(' Ada@Berth.Example\t')).toBe('ada@berth.example');
});

it('the name of a deleted account is known as one, and does not contain the whole ID', () => {
  const id = '0a1b2c3d-0000-4000-8000-000000000000';
  expect(isPseudonym(pseudonymOf(id))).toBe(true);
  expect(pseudonymOf(id)).not.toContain(id);
});

it.each([
  'ada@berth.example',
  'deleted-ada@account.invalid',
  'not-deleted-0a1b2c3d@account.invalid',
  'deleted-0a1b2c3d@account.invalid.example',
  'deleted-0a1b2c3d@accounts.invalid',
])('%s is not the name of a deleted account', (address) => expect(isPseudonym(address)).toBe(false));

describe('a name', () => {
  const isName = (text: string) => new RegExp(DISPLAY_NAME.pattern, 'u').test(text);

  it.each(['Front desk', 'Приёмная 2', 'استقبال ۲', 'Kasse 🧑‍💻', ' x '])('may be “%s”', (name) => {
    expect(isName(name)).toBe(true);
  });

  it.each([
    ['nothing visible', ' \u200b\u00a0'],
    ['only fillers, which look like blanks', '\u3164\u2800\uffa0'],
    ['a new line', 'Front\ndesk'],
    ['a line separator', 'Front\u2028desk'],
    ['a terminal’s command', 'Front\u009b2Jdesk'],
    ['text that turns what follows', 'Kiosk \u202etxt.exe'],
    ['an isolate that does not end', 'Kiosk \u2067'],
  ])('may not have %s', (_what, name) => expect(isName(name)).toBe(false));
});

it('an email address may not have what nobody sees, as text copied from a page does', () => {
  const isEmail = (text: string) => new RegExp(EMAIL.pattern, 'u').test(text);
  expect(['ada@berth.example\u200b', '\u2060ada@berth.example', 'a\u00adda@berth.example'].map(isEmail)).not.toContain(
    true,
  );
});

it('an email address may not turn the direction of text', () => {
  const isEmail = (text: string) => new RegExp(EMAIL.pattern, 'u').test(text);
  expect(['ada@berth.example', 'ада@пример.рф'].map(isEmail)).toEqual([true, true]);
  expect(['ada@\u202ehtreb.example', 'a\u2066da@berth.example', 'a da@berth.example'].map(isEmail)).not.toContain(true);
});
