import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type GuideLanguage, guideLanguage, searchGuide } from '@berth/console/guide/content.ts';
import { guideFor, PLACES } from '@berth/console/guide/places.ts';
import { DEVICE_SCREENS, SCREENS, type Screen } from '@berth/web/paths/screens.ts';
import { describe, expect, it } from 'vitest';
import { GUIDE_FOLDER, readGuide } from '../scripts/guide.ts';

const pictures: string[] = [];
const place = async (picture: string) => {
  pictures.push(picture);
  return { src: picture, dark: picture, width: '1', height: '1' };
};
const english = await readGuide('eng', place);
const german = await readGuide('deu', place);

const source = (language: GuideLanguage, name: string) =>
  readFileSync(join(GUIDE_FOLDER, language, `${name}.md`), 'utf8');
const shapeOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => /^(?:#|!\[|\d+\. |- )/.test(line))
    .map((line) => /^(?:#+|!|\d+\.|-)/.exec(line)?.[0]);

describe('the guide', () => {
  it('has the same pages in both languages, all of them in its contents', () => {
    for (const language of ['deu', 'eng']) {
      const files = readdirSync(join(GUIDE_FOLDER, language)).map((file) => file.replace(/\.md$/, ''));
      expect(files.sort()).toEqual(english.map(({ name }) => name).sort());
    }
    expect(german.map(({ name }) => name)).toEqual(english.map(({ name }) => name));
  });

  it.each(english.map(({ name }) => name))('%s has the same headings, steps and pictures in both languages', (name) => {
    expect(shapeOf(source('deu', name))).toEqual(shapeOf(source('eng', name)));
    const idsOf = (pages: typeof english) =>
      pages.find((page) => page.name === name)?.sections.map(({ id, depth }) => `${depth} ${id}`);
    expect(idsOf(german)).toEqual(idsOf(english));
    expect(new Set(idsOf(english)).size).toBe(idsOf(english)?.length);
  });

  it.each(['deu', 'eng'] as const)('shows pictures that exist, light and dark: %s', (language) => {
    const taken = readdirSync(join(GUIDE_FOLDER, 'images', language)).sort();
    const shown = pictures.filter((each) => each.includes(`/${language}/`)).map((each) => each.split('/').at(-1) ?? '');
    expect(shown.flatMap((each) => [each.replace('.webp', '-dark.webp'), each]).sort()).toEqual(taken);
  });

  it.each(['deu', 'eng'] as const)('names controls as the console does: %s', (language) => {
    const folder = fileURLToPath(new URL(`../../contract/src/texts/${language}`, import.meta.url));
    const texts = readdirSync(folder).flatMap((file) =>
      Object.values<string>(JSON.parse(readFileSync(join(folder, file), 'utf8'))),
    );
    const named = english.flatMap(({ name }) => [...source(language, name).matchAll(/\*\*(.+?)\*\*/g)]);
    expect(named.length).toBeGreaterThan(50);
    expect(named.map(([, label = '']) => label).filter((label) => !texts.includes(label))).toEqual([]);
  });

  it('explains every page of the console, at a heading that exists', () => {
    const others = ['access-token', 'app-catalog', 'guide', 'share', 'error', 'demo-login', 'login', 'manage-login'];
    const screens = (Object.keys(SCREENS) as Screen[]).filter((each) => !DEVICE_SCREENS.has(each));
    expect(Object.keys(PLACES).sort()).toEqual(screens.filter((each) => !others.includes(each)).sort());
    for (const [name = '', id = ''] of Object.values(PLACES).map((each) => each.split('#'))) {
      const page = english.find((each) => each.name === name);
      expect(
        page?.sections.map((section) => section.id),
        name,
      ).toContain(id);
    }
    expect(existsSync(join(GUIDE_FOLDER, 'eng/read-logs.md'))).toBe(true);
  });
});

it('opens at the page for the one that is open', () => {
  expect(guideFor('/manage/machines', '')).toBe('/guide/find-a-machine');
  expect(guideFor('/manage/machines/0b8f', '')).toBe('/guide/reboot-a-machine');
  expect(guideFor('/manage/machines/0b8f', '?tab=logs')).toBe('/guide/read-logs');
  expect(guideFor('/manage/billing', '?tab=buy')).toBe('/guide#credits');
  expect(guideFor('/elsewhere', '')).toBe('/guide');
});

it('finds sections that contain all words, titles first', () => {
  const namesOf = (text: string) => searchGuide(english, text).map(({ page, section }) => `${page.name}#${section.id}`);
  expect(namesOf('REVOKE code')[0]).toBe('add-a-machine#if-a-code-gets-into-the-wrong-hands');
  expect(namesOf('schedule')[0]).toBe('reboot-many-machines#reboot-on-a-schedule');
  expect(namesOf('submarine crew')).toEqual([]);
});

it('is read in German by Swiss German readers, in English by Russian ones', () => {
  expect(['deu', 'gsw', 'eng', 'rus'].map((each) => guideLanguage(each as 'deu'))).toEqual([
    'deu',
    'deu',
    'eng',
    'eng',
  ]);
});
