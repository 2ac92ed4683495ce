import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const page = 'docs/coverage.md';
const notYet = 'not yet';

/** A row of the coverage table: a statement of the specification, its place and its proofs. */
export type Row = {
  readonly line: number;
  readonly id: string;
  readonly statement: string;
  /** Paths, relative to the root. */
  readonly places: readonly string[];
  readonly proofs: readonly string[];
  /** A file under docs/decisions if the row deliberately deviates from the specification. */
  readonly decision: string;
};

/**
 * Tests of schemas, lists and defaults: they prove that a field is stored, filled in or a number declared, not its effect.
 */
const SCHEMA_TESTS =
  /^packages\/contract\/src\/(?:profile|apps)\/|^packages\/contract\/src\/limits\.test\.ts|(?:^|\/)(?:defaults|fields|schema)\.test\.|^tooling\/repo\//;

/**
 * The rows of `| id | statement | lives in | proven by | decision |`; several places or proofs are separated by `<br>`.
 */
export function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (!/^\|\s*\d/.test(line)) return [];
    const cells = line.split(/(?<!\\)\|/).slice(1, -1);
    const [id = '', statement = '', places = '', proofs = '', decision = ''] = cells.map((each) =>
      each.trim().replaceAll('\\|', '|'),
    );
    const list = (cell: string) => cell.split('<br>').map((each) => each.trim().replace(/^`(.*)`$/, '$1'));
    return [{ line: index + 1, id, statement, places: list(places), proofs: list(proofs), decision }];
  });
}

/** Incomplete rows, and rows that name a missing test or place. */
export function coverageFaults(root: string): string[] {
  const rows = rowsOf(readFileSync(join(root, page), 'utf8'));
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const faults = faultsOf(root, row);
    if (seen.has(row.id)) faults.push('this id is taken already');
    seen.add(row.id);
    return faults.map((fault) => `${page}:${row.line}: ${row.id}: ${fault}`);
  });
}

function faultsOf(root: string, { id, statement, places, proofs, decision }: Row): string[] {
  const faults: string[] = [];
  if (!/^\d+\.\d+$/.test(id)) faults.push('an id is chapter.number');
  if (statement === '') faults.push('no statement');
  if (proofs.length === 1 && proofs[0] === notYet) return faults;
  for (const place of places.filter((each) => !existsSync(join(root, each)))) faults.push(`no such place: ${place}`);
  for (const proof of proofs) {
    const fault = proofFault(root, proof);
    if (fault) faults.push(fault);
  }
  // A row that deviates deliberately only has to show that the field is stored.
  if (decision === '' && proofs.every((proof) => SCHEMA_TESTS.test(proof)))
    faults.push('only a schema is tested, nothing that anyone sees');
  if (decision !== '' && !existsSync(join(root, 'docs/decisions', decision)))
    faults.push(`no such decision: ${decision}`);
  return faults;
}

function proofFault(root: string, proof: string): string | undefined {
  const [file = '', title = ''] = proof.split(' › ').map((each) => each.trim());
  if (file === '' || title === '') return `"${proof}" is neither "${notYet}" nor "path › test title"`;
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return `${file} is no test`;
  if (!existsSync(join(root, file))) return `no such test file: ${file}`;
  const found = [file, ...testingModules(root, file)].some((each) => holdsTitle(join(root, each), title));
  return found ? undefined : `no test "${title}" in ${file}`;
}

/** The modules of `testing` folders that a test imports: they hold titles shared by several test files. */
function testingModules(root: string, file: string): string[] {
  const imports = readFileSync(join(root, file), 'utf8').matchAll(/from '([^']*\/testing\/[^']+)'/g);
  return [...imports].flatMap(([, from = '']) => {
    const path = from.startsWith('.')
      ? join(dirname(file), from)
      : `${from.replace(/^@berth\/([^/]+)\//, 'packages/$1/src/')}.ts`;
    return existsSync(join(root, path)) ? [path] : [];
  });
}

function holdsTitle(path: string, title: string): boolean {
  const text = readFileSync(path, 'utf8').replaceAll(/\\(['"`])/g, '$1');
  return ["'", '"', '`'].some((quote) => text.includes(quote + title + quote));
}
