import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement with a claimed row type: sql<Row>`select …`, or client.query<Row>('select …'). */
export interface Claim {
  readonly file: string;
  readonly line: number;
  /** The source text of the type. */
  readonly type: string;
  /**
   * The statement with its placeholders, which are filled in several ways until PostgreSQL accepts it; undefined if the source
   * cannot be read.
   */
  readonly parts: readonly string[] | undefined;
}

const STATEMENT = /^\s*(?:select|insert|update|delete|with)\b/i;

/** Claimed types of fragments: a condition, or a value in the typed builder. */
const SCALAR = /^(?:boolean|number|string|unknown)$/;

/** All claims about rows in the sources below a folder, without claims about fragments. */
export function findClaims(folder: string): Claim[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing/'))
    .sort()
    .map((file) => ({ file, source: readFileSync(join(folder, file), 'utf8') }));
  const exported = new Map(sources.flatMap(({ source }) => [...piecesOf(source, 'export const')]));
  return sources.flatMap(({ file, source }) => claimsOf(file, source, exported));
}

function claimsOf(file: string, source: string, exported: Pieces): Claim[] {
  const pieces = new Map([...exported, ...piecesOf(source, 'const')]);
  return [...source.matchAll(/\bsql(?:\.\w+)?(?=<)|(?<=\.)query(?=<)/g)].flatMap(({ 0: { length }, index }) => {
    const open = index + length;
    const close = closing(source, open, '<', '>');
    const type = source.slice(open + 1, close);
    const [begin] = /^(?:\(\s*)?[`'"]/.exec(source.slice(close + 1, close + 20)) ?? [];
    const parts = begin && filled(literal(source, close + begin.length), pieces);
    const isStatement = parts && STATEMENT.test(parts[0] ?? '');
    if (!isStatement && SCALAR.test(type)) return [];
    return [{ file, line: source.slice(0, index).split('\n').length, type, parts: isStatement ? parts : undefined }];
  });
}

/** The texts of a template literal, and the expressions in its gaps. */
type Literal = readonly string[];
/** const NAME = sql`…` and function NAME() { return sql`…` }: fragments of statements. */
type Pieces = ReadonlyMap<string, Literal>;

function piecesOf(source: string, keyword: 'const' | 'export const'): Pieces {
  const found = [...source.matchAll(new RegExp(`\\b${keyword} (\\w+) = sql(?:<[^\`;]*>)?(?=\`)`, 'g'))];
  const raw = [...source.matchAll(new RegExp(`\\b${keyword} (\\w+) = sql\\.raw\\(\\s*'([^']*)',?\\s*\\)`, 'g'))];
  const read = [...source.matchAll(new RegExp(`\\b${keyword} (\\w+) = columnsOf\\('[^']*',\\s*\\[([^\\]]*)\\]`, 'g'))];
  const made = [...source.matchAll(/\bfunction (\w+)\([^)]*\)[^{]*\{\s*return sql(?=`)/g)];
  return new Map([
    ...made.map(({ 0: { length }, 1: name = '', index }) => [`${name}()`, literal(source, index + length)] as const),
    ...read.map(([, name = '', names = '']) => [name, [(names.match(/\w+/g) ?? []).join(', ')]] as const),
    ...found.map(({ 0: { length }, 1: name = '', index }) => [name, literal(source, index + length)] as const),
    ...raw.map(([, name = '', text = '']) => [name, [text]] as const),
  ]);
}

/** Inserts the known fragments; the remaining texts surround gaps. */
function filled(parts: Literal, pieces: Pieces): string[] {
  const texts = [parts[0] ?? ''];
  for (let index = 1; index < parts.length; index += 2) {
    const gap = (parts[index] ?? '').trim();
    const inline = /^sql(?:<[^`]*>)?`/.exec(gap);
    // Of two fragments to choose from, one is checked.
    const [, chosen = gap] = /^[^?]*\?\s*(\w+)\s*:\s*\w+$/.exec(gap) ?? [];
    const piece =
      pieces.get(chosen) ??
      pieces.get(gap.replace(/\(.*\)$/s, '()')) ??
      (inline ? literal(gap, inline[0].length - 1) : undefined);
    const [first = '', ...others] = piece ? filled(piece, pieces) : ['', ''];
    texts.push((texts.pop() ?? '') + first, ...others);
    texts.push((texts.pop() ?? '') + (parts[index + 1] ?? ''));
  }
  return texts;
}

function literal(source: string, open: number): Literal {
  const parts: string[] = [];
  let from = open + 1;
  for (let at = from; ; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === source[open]) return [...parts, source.slice(from, at)];
    else if (source[open] === '`' && source.startsWith('${', at)) {
      const end = closing(source, at + 1, '{', '}');
      parts.push(source.slice(from, at), source.slice(at + 2, end));
      from = end + 1;
      at = end;
    } else if (at >= source.length) throw new Error('A template literal has no end');
  }
}

/** The position of the closing bracket. */
function closing(source: string, open: number, opener: string, closer: string): number {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    if (source[at] === opener) depth += 1;
    else if (source[at] === closer && source[at - 1] !== '=') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  throw new Error(`Nothing closes ${opener}`);
}
