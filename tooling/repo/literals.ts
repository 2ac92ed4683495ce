import { parseAst } from 'vitest/node';
import { asNode, lineAt, type Node, nodesIn, sourcesOf } from './sources.ts';

/** Attributes whose text a person reads or hears. */
const spoken =
  /^(?:title|label|placeholder|alt|description|error|message|heading|caption|tooltip|legend|(?:[a-z]+Label)|aria-(?:label|description|roledescription|valuetext|placeholder))$/;
/** Elements whose text is not translated: keys, code. */
const wordless = new Set(['code', 'kbd', 'style', 'script']);

/** Texts in the client's components instead of its locale files. */
export function untranslated(root: string): string[] {
  return sourcesOf(root, /\.tsx$/)
    .filter(({ file }) => /^packages\/(?:web|console|session)\/src\//.test(file) && !file.endsWith('.test.tsx'))
    .flatMap(({ file, text }) =>
      literalsOf(text).map(
        ({ value, start }) => `${file}:${lineAt(text, start)}: "${value}" belongs in the locale files`,
      ),
    );
}

type Literal = { readonly value: string; readonly start: number };

function literalsOf(text: string): Literal[] {
  const found: Literal[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'JSXElement' && wordless.has(elementName(node))) return;
    if (node.type === 'JSXText') found.push(...worded(node.value, node.start));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of nodesIn(node.children)) {
        if (child.type === 'JSXExpressionContainer') found.push(...textsIn(child.expression));
      }
    }
    if (node.type === 'JSXAttribute' && spoken.test(attributeName(node))) {
      const value = asNode(node.value);
      found.push(...textsIn(value?.type === 'JSXExpressionContainer' ? value.expression : value));
    }
    for (const value of Object.values(node)) for (const child of nodesIn(value)) visit(child);
  };
  visit(parseAst(text, { lang: 'tsx' }) as unknown as Node);
  return found;
}

/** The possible texts of an expression: literals, templates, branches of conditions. */
function textsIn(value: unknown): Literal[] {
  const node = asNode(value);
  if (!node) return [];
  if (node.type === 'Literal') return worded(node.value, node.start);
  if (node.type === 'TemplateLiteral') {
    return nodesIn(node.quasis).flatMap((quasi) => worded((quasi.value as { raw: string }).raw, quasi.start));
  }
  if (node.type === 'ConditionalExpression') return [...textsIn(node.consequent), ...textsIn(node.alternate)];
  if (node.type === 'LogicalExpression' || node.type === 'BinaryExpression') {
    const isComparison = node.type === 'BinaryExpression' && node.operator !== '+';
    return isComparison ? [] : [...textsIn(node.left), ...textsIn(node.right)];
  }
  return [];
}

function worded(value: unknown, start: number): Literal[] {
  return typeof value === 'string' && /\p{L}/u.test(value) ? [{ value: value.trim(), start }] : [];
}

function elementName(element: Node): string {
  return String(asNode(asNode(element.openingElement)?.name)?.name ?? '');
}

function attributeName(attribute: Node): string {
  return String(asNode(attribute.name)?.name ?? '');
}
