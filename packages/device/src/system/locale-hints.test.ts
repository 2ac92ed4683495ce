import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '../testing/folders.ts';
import { localeHints } from './locale-hints.ts';

async function etcWith(files: Readonly<Record<string, string>>): Promise<string> {
  const etc = await testFolder();
  await mkdir(join(etc, 'default'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(etc, 'default', name), text);
  return etc;
}

test('returns the language and keyboard that the computer was installed with', async () => {
  const etc = await etcWith({
    keyboard: 'XKBMODEL="pc105"\nXKBLAYOUT="ch,us"\nXKBVARIANT="de"\n',
    locale: 'LANG="de_CH.UTF-8"\n',
  });
  expect(localeHints({}, etc)).toEqual({ language: 'de-CH', keyboard: 'CH' });
  expect(localeHints({ LANG: 'ru_RU.UTF-8' }, etc)).toEqual({ language: 'ru-RU', keyboard: 'CH' });
});

test.each([
  ['an image without an installer', {}, {}],
  ['a neutral language', { LANG: 'C.UTF-8' }, {}],
  ['a keyboard that nobody chose', { LANG: 'C' }, { keyboard: 'XKBLAYOUT="us"\n' }],
  ['a keyboard that is not offered', { LANG: 'POSIX' }, { keyboard: 'XKBLAYOUT=jp\n' }],
])('returns neither: %s', async (_, env, files) => {
  expect(localeHints(env, await etcWith(files))).toEqual({ language: null, keyboard: null });
});
