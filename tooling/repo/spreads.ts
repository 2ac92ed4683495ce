import { parseAst } from 'vitest/node';
import { lineAt, sourcesOf } from './sources.ts';

type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** Lists spread into lists and objects spread into objects where they are written: only the formatter sees a difference. */
export function needlessSpreads(root: string): string[] {
  return sourcesOf(root, /\.(?:ts|tsx|mjs)$/)
    .filter(({ file, text }) => !file.endsWith('.d.ts') && /\.{3}[[{]/.test(text))
    .flatMap(({ file, text }) =>
      startsOf(text, file.endsWith('.tsx')).map(
        (start) => `${file}:${lineAt(text, start)} spreads a literal: write its members where it stands`,
      ),
    );
}

function startsOf(text: string, isJsx: boolean): number[] {
  const found: number[] = [];
  const visit = (node: Node): void => {
    const members =
      node.type === 'ArrayExpression' ? node.elements : node.type === 'ObjectExpression' && node.properties;
    for (const member of Array.isArray(members) ? members : []) {
      const spread = asNode(member);
      if (spread?.type === 'SpreadElement' && asNode(spread.argument)?.type === node.type) found.push(spread.start);
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        const next = asNode(child);
        if (next) visit(next);
      }
    }
  };
  visit(parseAst(text, { lang: isJsx ? 'tsx' : 'ts' }) as unknown as Node);
  return found;
}

function asNode(value: unknown): Node | undefined {
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Node) : undefined;
}
