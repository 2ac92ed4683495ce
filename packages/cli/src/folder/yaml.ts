import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { pointerKeys } from '@berth/contract/profile/pointer';
import { Document, isNode, LineCounter, parseDocument, visit } from 'yaml';

/** A fault of a file: where it is, and what is allowed there. */
export interface FileFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A parsed file. */
export interface ParsedFile {
  readonly file: string;
  readonly value: unknown;
  /** The line of a JSON pointer, or of what is nearest around it. */
  readonly lineOf: (pointer: string) => number;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses YAML 1.2 without anchors: a file says everything itself. */
export function parseYaml(file: string, bytes: Uint8Array): ParsedFile | readonly FileFault[] {
  const fail = (message: string, line = 1) => [{ file, line, message }];
  if (bytes.byteLength > PROFILE_BYTES_MAX) return fail(`is larger than ${PROFILE_BYTES_MAX} bytes`);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return fail('must be text in UTF-8');
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, version: '1.2' });
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line);
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) return wrong.map(({ message, pos }) => ({ file, line: lineAt(pos[0]), message }));

  const anchors: FileFault[] = [];
  visit(document, {
    Node: (_key, node) => {
      if (!('anchor' in node && node.anchor)) return;
      const line = lineAt(node.range?.[0] ?? 0);
      anchors.push({ file, line, message: 'anchors are not allowed: say it twice, or in a layer' });
    },
    Alias: (_key, node) => {
      const line = lineAt(node.range?.[0] ?? 0);
      anchors.push({ file, line, message: 'aliases are not allowed: say it twice, or in a layer' });
    },
  });
  if (anchors.length > 0) return anchors;
  if (document.contents === null) return fail('is empty; an empty file changes nothing, and is no valid file');

  const lineOf = (pointer: string): number => {
    const keys = pointerKeys(pointer);
    for (let length = keys.length; length > 0; length -= 1) {
      const node = document.getIn(keys.slice(0, length), true);
      if (isNode(node) && node.range) return lineAt(node.range[0]);
    }
    return 1;
  };
  return { file, value: document.toJS(), lineOf };
}

/** Renders a file: a head of comments, then the value. The same value is always the same text. */
export function renderYaml(
  value: unknown,
  comments: readonly string[],
  inner: Readonly<Record<string, string>> = {},
): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  for (const [pointer, comment] of Object.entries(inner)) {
    const node = document.getIn(pointerKeys(pointer), true);
    if (isNode(node)) node.comment = ` ${oneLine(comment)}`;
  }
  const head = comments.map((comment) => `# ${oneLine(comment)}\n`).join('');
  return `${head}${document.toString({ lineWidth: 0, flowCollectionPadding: false })}`;
}

/** A comment ends with its line: a name must not begin another one. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
