import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** One import of a source file: its specifier and line, whether it is type-only, and whether it is dynamic. */
export type Import = {
  readonly specifier: string;
  readonly line: number;
  readonly isType: boolean;
  readonly isDynamic: boolean;
};

const ignored = new Set(['node_modules', 'dist', '.tsbuild', '.git', 'test-results', '.work']);

/** Absolute paths of all matching files below a folder, without build output and installed packages. */
export function filesBelow(folder: string, matches: RegExp): string[] {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (ignored.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...filesBelow(path, matches));
    else if (entry.isFile() && matches.test(entry.name)) found.push(path);
  }
  return found;
}

// Anchored at the line's start, where the formatter puts every statement: prose in strings and comments does not count.
const statement = /^[ \t]*(?:import|export)\b([^'"`;=()]*?\bfrom)?\s*(['"])([^'"\n]+)\2/gm;
const call = /\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g;

/** The specifiers that a source imports, re-exports or loads dynamically; type imports count as well. */
export function importsOf(source: string): Import[] {
  const found: Import[] = [];
  for (const match of source.matchAll(statement))
    found.push({ ...at(source, match, match[3], namesOnlyTypes(match[1] ?? '')), isDynamic: false });
  for (const match of source.matchAll(call)) {
    if (!inComment(source, match.index)) found.push({ ...at(source, match, match[2], false), isDynamic: true });
  }
  return found;
}

/** Whether a clause such as ` type { A } from` or ` { type A, type B } from` imports nothing at run time. */
function namesOnlyTypes(clause: string): boolean {
  if (/^\s+type\b(?!\s*(?:,|from\b\s*$))/.test(clause)) return true;
  const names = /^\s*\{([^}]*)\}/
    .exec(clause)?.[1]
    ?.split(',')
    .filter((name) => name.trim() !== '');
  return names !== undefined && names.length > 0 && names.every((name) => /^\s*type\s+\w/.test(name));
}

function at(
  source: string,
  match: RegExpExecArray,
  specifier: string | undefined,
  isType: boolean,
): Omit<Import, 'isDynamic'> {
  const name = specifier ?? '';
  const position = match.index + match[0].lastIndexOf(name);
  return { specifier: name, line: source.slice(0, position).split('\n').length, isType };
}

function inComment(source: string, index: number): boolean {
  const start = source.lastIndexOf('\n', index - 1) + 1;
  return /^\s*(?:\/\/|\/?\*)/.test(source.slice(start, index));
}

/** Whether a module only re-exports other modules. */
export function isBarrel(source: string): boolean {
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  if (/^\s*export\s*\*\s*from\b/m.test(code)) return true;
  const reExport = /^\s*export\s+(?:type\s+)?(?:\*\s*as\s+\w+|\{[^}]*\})\s*from\s*['"][^'"]+['"];?/gm;
  const imports = /^\s*import\b[^;]*?['"][^'"]+['"];?/gm;
  const localExport = /^\s*export\s+(?:type\s+)?\{\s*\w[^}]*\};?/gm;
  const rest = code.replace(reExport, '').replace(imports, '').replace(localExport, '');
  return rest.trim() === '' && (code.match(reExport) ?? code.match(localExport)) !== null;
}
