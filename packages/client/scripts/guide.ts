import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GuideLanguage, GuideNode, GuidePage, GuideSection } from '@berth/console/guide/content.ts';
import { marked, type Token } from 'marked';

export const GUIDE_FOLDER = fileURLToPath(new URL('../../../docs/guide', import.meta.url));

/** A picture as the page needs it; both addresses are set by the bundler. */
export interface Picture {
  readonly src: string;
  readonly dark: string;
  readonly width: string;
  readonly height: string;
}

/** Undefined for a picture that has not been taken yet, which is left out; the guide's test names it. */
type Place = (picture: string) => Promise<Picture | undefined>;

/** A heading's ID comes from its English text, so that a link leads to the same place in both languages. */
interface Writing {
  readonly ids: readonly string[];
  readonly place: Place;
  readonly file: string;
}

/**
 * Reads the guide in one language, in the order of the first page's list.
 *
 * @throws an error that names the file if it contains what the guide does not show, such as a table.
 */
export async function readGuide(
  language: GuideLanguage,
  place: Place,
  watch: (file: string) => void = () => undefined,
): Promise<readonly GuidePage[]> {
  const tokensOf = async (folder: GuideLanguage, name: string): Promise<Token[]> => {
    const file = join(GUIDE_FOLDER, folder, `${name}.md`);
    watch(file);
    return marked.lexer(await readFile(file, 'utf8'));
  };
  const names = ['index', ...pageNames(await tokensOf('eng', 'index'))];
  return Promise.all(
    names.map(async (name) => {
      const ids = headings(await tokensOf('eng', name)).map(({ text }) => idOf(text));
      return compile(name, await tokensOf(language, name), { ids, place, file: `${language}/${name}.md` });
    }),
  );
}

/** The pages that the first page's list links to. */
function pageNames(tokens: readonly Token[]): string[] {
  const items = tokens.flatMap((token) => (token.type === 'list' ? (token.items as Token[]) : []));
  return items.flatMap(({ raw }) => /\((?<name>[\w-]+)\.md\)/.exec(raw)?.groups?.name ?? []);
}

function headings(tokens: readonly Token[]): { text: string; depth: number }[] {
  return tokens.flatMap((token) => (token.type === 'heading' ? [{ text: token.text, depth: token.depth }] : []));
}

/** The anchor that code hosts give to a heading. */
function idOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

async function compile(name: string, tokens: readonly Token[], writing: Writing): Promise<GuidePage> {
  const [title, ...rest] = tokens.filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error(`${writing.file} does not begin with its title`);
  const content: GuideNode[] = [];
  const sections: { -readonly [Key in keyof GuideSection]: GuideSection[Key] }[] = [
    { id: '', title: title.text, depth: 1, text: '' },
  ];
  for (const token of rest) {
    if (token.type === 'heading') {
      const id = writing.ids[sections.length] ?? '';
      sections.push({ id, title: token.text, depth: token.depth, text: '' });
      content.push([`h${token.depth}`, { id }, ...(await inline(token.tokens, writing))]);
      continue;
    }
    const node = await block(token, writing);
    content.push(node);
    const section = sections.at(-1);
    if (section) section.text += `${wordsOf(node)} `;
  }
  return { name, title: title.text, content, sections };
}

async function block(token: Token, writing: Writing): Promise<GuideNode> {
  if (token.type === 'paragraph') return ['p', {}, ...(await inline(token.tokens, writing))];
  if (token.type === 'list') {
    const items = (token.items as Token[]).map(async (item): Promise<GuideNode> => {
      const parts = item.type === 'list_item' ? (item.tokens ?? []) : [];
      const inner = await Promise.all(parts.map((part: Token) => itemPart(part, writing)));
      return ['li', {}, ...inner.flat()];
    });
    return [token.ordered ? 'ol' : 'ul', {}, ...(await Promise.all(items))];
  }
  throw new Error(`${writing.file}: the guide shows no ${token.type}: ${token.raw}`);
}

async function itemPart(token: Token, writing: Writing): Promise<readonly GuideNode[]> {
  return token.type === 'text' ? inline(token.tokens, writing) : [await block(token, writing)];
}

/** Bold words are labels of the console; the guide's test compares them with its texts. */
async function inline(tokens: readonly Token[] | undefined, writing: Writing): Promise<readonly GuideNode[]> {
  return Promise.all((tokens ?? []).map((token) => inlineNode(token, writing)));
}

async function inlineNode(token: Token, writing: Writing): Promise<GuideNode> {
  if (token.type === 'text' || token.type === 'escape') return token.text;
  if (token.type === 'strong') return ['b', {}, token.text];
  if (token.type === 'codespan') return ['kbd', {}, token.text];
  if (token.type === 'image') {
    const picture = await writing.place(token.href);
    return picture ? ['img', { alt: token.text, ...picture }] : '';
  }
  if (token.type === 'link') {
    const [, page] = /^([\w-]+)\.md$/.exec(token.href) ?? [];
    const props = page === undefined ? { href: token.href } : { to: `/guide/${page === 'index' ? '' : page}` };
    return ['a', props, ...(await inline(token.tokens, writing))];
  }
  throw new Error(`${writing.file}: the guide shows no ${token.type}: ${token.raw}`);
}

function wordsOf(node: GuideNode): string {
  if (typeof node === 'string') return node;
  const [, , ...children] = node;
  return children.map(wordsOf).join(' ').replaceAll(/\s+/g, ' ').trim();
}
