import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lineAt, sourcesOf } from './sources.ts';

const link = /!?\[[^\]]*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g;

/** Relative links in Markdown to a missing file, or to a missing heading of the file. */
export function brokenLinks(root: string): string[] {
  return sourcesOf(root, /\.md$/).flatMap(({ file, text }) => {
    const prose = text.replace(/```[\s\S]*?```/g, (block) => block.replace(/[^\n]/g, ' '));
    return [...prose.matchAll(link)].flatMap(({ 1: target = '', index }) => {
      const fault = faultOf(root, file, target);
      return fault ? [`${file}:${lineAt(prose, index)}: ${target}: ${fault}`] : [];
    });
  });
}

function faultOf(root: string, file: string, target: string): string | undefined {
  if (/^[a-z]+:/i.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const resolved = path === '' ? join(root, file) : join(root, path.startsWith('/') ? '.' : dirname(file), path);
  if (!existsSync(resolved)) return 'no such file';
  if (anchor === undefined || !resolved.endsWith('.md')) return undefined;
  return anchorsOf(readFileSync(resolved, 'utf8')).includes(anchor) ? undefined : 'no such heading';
}

/** The anchors that code hosts give to headings: lower case, words joined by hyphens, no punctuation. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6}\s+(.+)$/gm)].map(({ 1: heading = '' }) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
