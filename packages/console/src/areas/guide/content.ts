import { loaders } from 'virtual:berth-guide';
import type { Language } from '@berth/web/i18n/locales.ts';

/** The languages that the guide is written in. */
export type GuideLanguage = 'deu' | 'eng';

/** Text, or an element: its tag, its properties and its children. */
export type GuideNode = string | readonly [tag: string, props: Readonly<Record<string, string>>, ...GuideNode[]];

/** A heading with the words below it. */
export interface GuideSection {
  /** The same in every language; empty for the page itself. */
  readonly id: string;
  readonly title: string;
  readonly depth: number;
  readonly text: string;
}

/** A page of docs/guide, compiled when the client is built. */
export interface GuidePage {
  /** The file's name without its ending. */
  readonly name: string;
  readonly title: string;
  readonly content: readonly GuideNode[];
  readonly sections: readonly GuideSection[];
}

/** Swiss German readers get the German guide, Russian ones the English one. */
export function guideLanguage(language: Language): GuideLanguage {
  return language === 'deu' || language === 'gsw' ? 'deu' : 'eng';
}

export async function loadGuide(language: GuideLanguage): Promise<readonly GuidePage[]> {
  return (await loaders[language]()).pages;
}

/** A place in the guide that contains all words searched for. */
export interface GuideMatch {
  readonly page: GuidePage;
  readonly section: GuideSection;
}

/** Maximum number of results shown. */
const MATCHES = 8;

/** Sections with all these words, those with one in their title first. */
export function searchGuide(pages: readonly GuidePage[], text: string): readonly GuideMatch[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = pages.flatMap((page) =>
    page.sections
      .filter(({ title, text }) => words.every((word) => `${title} ${text}`.toLowerCase().includes(word)))
      .map((section) => ({ page, section })),
  );
  const inTitle = ({ section }: GuideMatch) => words.some((word) => section.title.toLowerCase().includes(word));
  return [...found.filter(inTitle), ...found.filter((each) => !inTitle(each))].slice(0, MATCHES);
}
