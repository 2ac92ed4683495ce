import { parseAst } from 'vitest/node';
import { asNode, lineAt, type Node, nodesIn, sourcesOf } from './sources.ts';

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
    for (const value of Object.values(node)) nodesIn(value).forEach(visit);
  };
  visit(parseAst(text, { lang: isJsx ? 'tsx' : 'ts' }) as unknown as Node);
  return found;
}
