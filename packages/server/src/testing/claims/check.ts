import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from '../../db/connection.ts';
import { type DescribedColumn, type Describer, openDescriber } from './describe.ts';
import { type Claim, findClaims } from './scan.ts';

const REPOSITORY = fileURLToPath(new URL('../../../../../', import.meta.url));
const SERVER = join(REPOSITORY, 'packages/server/src');

/**
 * The JavaScript types of computed columns by PostgreSQL's type OID, according to pg and db/connection.ts; else
 * unknown.
 */
const COMPUTED: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Buffer',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  701: 'number',
  1009: 'readonly string[]',
  1082: 'string',
  1184: 'string',
  2950: 'string',
  2951: 'readonly string[]',
};

/**
 * Appended to a copy of each source, where its types are in scope. A claim may be narrower than the schema (a branded
 * ID, a list of texts) and may include an impossible null, but must not omit a possible one.
 */
const FITS = `
interface Computed<T> { readonly computed: T }
type Json = import('SERVER/db/schema.ts').Json;
type Fixed<T> = T extends readonly (infer Item)[] ? readonly Item[] : T;
type Comparable<A, B> =
  [Fixed<A>] extends [Fixed<B>] ? true : [Fixed<B>] extends [Fixed<A>] ? true : false;
type Fit<Found, Claimed> =
  [Json] extends [Found] ? true
  : [Found] extends [Computed<infer T>] ? ([NonNullable<Claimed>] extends [T] ? true : false)
  : [null] extends [Found] ? ([null] extends [Claimed] ? Comparable<NonNullable<Found>, NonNullable<Claimed>> : false)
  : Comparable<Found, NonNullable<Claimed>>;
type Misfits<Found, Claimed> = {
  [Key in keyof Found & keyof Claimed]-?: Fit<Found[Key], Claimed[Key]> extends true ? never : Key;
}[keyof Found & keyof Claimed];
/** All members of a union, each of which describes some rows. */
type Keys<T> = T extends unknown ? keyof T : never;
type Fits<Found, Claimed> =
  [Exclude<Keys<Claimed>, keyof Found>] extends [never]
    ? [Exclude<keyof Found, Keys<Claimed>>] extends [never]
      ? [Misfits<Found, Claimed>] extends [never]
        ? 'fits'
        : { readonly 'claims another type of': Misfits<Found, Claimed> }
      : { readonly 'reads what is not claimed': Exclude<keyof Found, Keys<Claimed>> }
    : { readonly 'claims what is not read': Exclude<Keys<Claimed>, keyof Found> };
`;

/**
 * Compares the row types that the sources below a folder claim with those that PostgreSQL returns. Returns the
 * mismatches, each with its place.
 */
export async function wrongClaims(owner: DatabaseAddress, folder = SERVER): Promise<string[]> {
  const claims = findClaims(folder);
  const describer = await openDescriber(owner);
  const work = mkdtempSync(join(tmpdir(), 'berth-claims-'));
  try {
    const { found, faults } = await describeAll(describer, claims);
    for (const [file, described] of Map.groupBy(found, ({ claim }) => claim.file)) {
      const copy = join(work, file);
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(
        copy,
        [readFileSync(join(folder, file), 'utf8'), FITS.replace('SERVER', SERVER), ...described.map(assertion)].join(
          '\n',
        ),
      );
    }
    return [...faults, ...(await compile(work, folder, found))];
  } finally {
    await describer.close();
    rmSync(work, { recursive: true });
  }
}

interface Described {
  readonly claim: Claim;
  /** The row's type as text. */
  readonly row: string;
}

async function describeAll(describer: Describer, claims: readonly Claim[]) {
  const origins = await columnsByOrigin(describer);
  const found: Described[] = [];
  const faults: string[] = [];
  for (const claim of claims) {
    if (claim.parts === undefined) {
      faults.push(`${claim.file}:${claim.line} claims rows of a statement that cannot be checked`);
      continue;
    }
    const { parts } = claim;
    const columns = await describeClaim(describer, parts);
    if (columns === undefined) faults.push(`${claim.file}:${claim.line} is not a valid PostgreSQL statement`);
    else
      found.push({ claim, row: `{ ${columns.map((column) => member(column, origins, parts.join(' '))).join('; ')} }` });
  }
  return { found, faults };
}

interface Origin {
  readonly table: string;
  /** The column's type in schema.ts. */
  readonly type: string;
}

/** The tables' columns by their numbers. */
async function columnsByOrigin({ query }: Describer): Promise<ReadonlyMap<string, Origin>> {
  const { rows } = await query(`
    select c.oid::int || '.' || a.attnum as origin, a.attname as name,
      case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('public', 'identity') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`);
  return new Map(
    rows.map(({ origin, name, table }) => [
      String(origin),
      { table, type: `import('kysely').Selectable<import('${SERVER}/db/schema.ts').DB['${table}']>['${name}']` },
    ]),
  );
}

function member(
  { name, type, table, column }: DescribedColumn,
  origins: ReadonlyMap<string, Origin>,
  statement: string,
): string {
  const origin = origins.get(`${table}.${column}`);
  if (origin === undefined) return `'${name}': Computed<${COMPUTED[type] ?? 'unknown'}>`;
  if (new RegExp(`\\b${name} (?:is not null|= any)\\b`, 'i').test(statement)) {
    return `'${name}': NonNullable<${origin.type}>`;
  }
  const mayLack = new RegExp(`\\bleft join ${origin.table}\\b`, 'i').test(statement);
  return `'${name}': ${mayLack ? `${origin.type} | null` : origin.type}`;
}

/** Fills a statement's placeholders with parameters, or with null or nothing where those are invalid. */
async function describeClaim({ describe }: Describer, parts: readonly string[]) {
  const gaps = parts.length - 1;
  for (let choice = 0; choice < 3 ** Math.min(gaps, 4); choice += 1) {
    const text = parts.reduce((before, part, index) => {
      const others = ['null', ''][(Math.floor(choice / 3 ** (index - 1)) % 3) - 1];
      return before + gapAfter(before, others ?? `$${(before.match(/\$\d/g)?.length ?? 0) + 1}`) + part;
    });
    const columns = await describe(text).catch(() => undefined);
    if (columns !== undefined) return columns;
  }
  return undefined;
}

/** Positions where only a table or a query of page keys is valid. */
function gapAfter(before: string, otherwise: string): string {
  if (/(?<!distinct )\bfrom\s*$/.test(before)) return 'machines m';
  if (/\b(?:as materialized|from) \($/.test(before)) return 'select organization_id, machine_id from machines';
  return otherwise;
}

function assertion({ claim, row }: Described): string {
  return `export const claim${claim.line}: Fits<${row}, ${claim.type}> = 'fits';`;
}

/** Compiles the copies, whose imports are resolved in the folder too. */
async function compile(work: string, folder: string, found: readonly Described[]): Promise<string[]> {
  const files = [...new Set(found.map(({ claim }) => claim.file))];
  writeFileSync(join(work, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(REPOSITORY, 'node_modules'), join(work, 'node_modules'));
  writeFileSync(
    join(work, 'tsconfig.json'),
    JSON.stringify({
      extends: join(REPOSITORY, 'tsconfig.base.json'),
      compilerOptions: {
        noEmit: true,
        composite: false,
        declaration: false,
        emitDeclarationOnly: false,
        noUnusedLocals: false,
        noErrorTruncation: true,
        rootDirs: [work, folder],
        types: ['node'],
      },
      files,
    }),
  );
  const output = await tsc(work);
  const copies = new Map(files.map((file) => [file, readFileSync(join(work, file), 'utf8').split('\n')]));
  return [...output.matchAll(/^(\S+)\((\d+),\d+\): error (.*)$/gm)].map(([, file = '', line = '', message = '']) => {
    const path = relative(work, join(work, file));
    const number = /claim(\d+):/.exec(copies.get(path)?.[Number(line) - 1] ?? '')?.[1];
    const [, fault, columns] = /'\{ readonly '([^']+)': (.*); \}'/.exec(message) ?? [];
    return `${path}:${number ?? line} ${fault ? `${fault}: ${columns}` : message}`;
  });
}

function tsc(folder: string): Promise<string> {
  return new Promise((done) => {
    execFile(
      join(REPOSITORY, 'node_modules/.bin/tsc'),
      ['--pretty', 'false', '-p', '.'],
      { cwd: folder, maxBuffer: 1e8 },
      (_, stdout) => done(stdout),
    );
  });
}
