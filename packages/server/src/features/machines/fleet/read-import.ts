import { BATCH_MACHINES_MAX } from '@berth/contract/api/command-batches';
import {
  IMPORT_COLUMNS,
  type ImportColumn,
  type ImportPreview,
  type ImportRule,
  NONE,
} from '@berth/contract/api/fleet';
import type { MachineId, ProfileId } from '@berth/contract/ids';
import { isTag, shortId, TAGS_MAX } from '@berth/contract/rules/names';
import { cleanName, DISPLAY_NAME, MACHINE_NOTE } from '@berth/contract/rules/text';
import { FORMULA_STARTS } from '../../../http/download.ts';

/** The fields of a machine that an import compares. */
export interface ImportMachine {
  readonly id: MachineId;
  readonly name: string;
  readonly serial: string | null;
  readonly tags: readonly string[];
  readonly profileId: ProfileId | null;
  readonly note: string;
}

interface Known {
  readonly machines: readonly ImportMachine[];
  readonly profiles: readonly { readonly id: ProfileId; readonly name: string }[];
}

/** The changes of one row. */
export interface ImportChange {
  readonly machine: ImportMachine;
  readonly name?: string;
  readonly tags?: readonly string[];
  readonly profile?: Known['profiles'][number];
  readonly note?: string;
}

export interface ImportPlan extends Pick<ImportPreview, 'rows' | 'ignored' | 'faults'> {
  readonly changes: readonly ImportChange[];
}

/** Alternative column names, including those of an export. */
const ALIASES: Readonly<Record<string, ImportColumn>> = { shortid: 'id', profilename: 'profile' };
const NAME = new RegExp(DISPLAY_NAME.pattern, 'u');
const NOTE = new RegExp(MACHINE_NOTE.pattern, 'u');

type Cells = Readonly<Partial<Record<ImportColumn, string>>>;

/** Compares a CSV file with the existing machines and profiles; returns its changes and all faults. */
export function readImport(csv: string, known: Known): ImportPlan {
  const [head = { line: 1, cells: [] }, ...rows] = recordsOf(csv, BATCH_MACHINES_MAX + 2);
  const columns = head.cells.map(columnOf);
  const ignored = head.cells.filter((_, index) => columns[index] === undefined);
  const faults: ImportPlan['faults'][number][] = [];
  const changes: ImportChange[] = [];
  const seen = new Set<MachineId>();
  const find = finderOf(known.machines);
  // Looked up for each of many thousand rows.
  const profiles = new Map(known.profiles.map((profile) => [profile.name, profile]));
  if (!columns.includes('id') && !columns.includes('serial')) {
    return {
      rows: rows.length,
      ignored,
      changes,
      faults: [fault(head.line, 'id', 'machine-missing', head.cells.join(','))],
    };
  }
  for (const { line, cells: values } of rows) {
    const say = (column: ImportColumn, rule: ImportRule, value = '') => faults.push(fault(line, column, rule, value));
    if (values.length !== columns.length) {
      say('id', 'row-incomplete', values.join(','));
      continue;
    }
    const cells = cellsOf(columns, values);
    const found = find(cells);
    if ('rule' in found) {
      say(found.column, found.rule, cells[found.column]);
      continue;
    }
    const { machine } = found;
    if (seen.has(machine.id)) say(cells.id ? 'id' : 'serial', 'machine-twice', cells.id || cells.serial);
    seen.add(machine.id);
    const change = changeOf(machine, cells, profiles, say);
    if (Object.keys(change).length > 1) changes.push(change);
  }
  return { rows: rows.length, ignored, changes, faults };
}

function changeOf(
  machine: ImportMachine,
  { name: wanted = '', tags: listed = '', profile: named = '', note: written = '' }: Cells,
  profiles: ReadonlyMap<string, Known['profiles'][number]>,
  say: (column: ImportColumn, rule: ImportRule, value: string) => void,
): ImportChange {
  const name = cleanName(wanted);
  if (name !== '' && !isName(name)) say('name', 'name-invalid', name);
  const tags = listed.trim() === NONE ? [] : tagsIn(listed);
  for (const tag of tags) if (!isTag(tag)) say('tags', 'tag-invalid', tag);
  if (tags.length > TAGS_MAX) say('tags', 'tags-too-many', listed);
  const profile = profiles.get(cleanName(named));
  if (named.trim() !== '' && !profile) say('profile', 'profile-unknown', named);
  const note = written === NONE ? '' : written.normalize('NFC').replaceAll(/\r\n?/g, '\n');
  if (!isNote(note)) say('note', 'note-invalid', note);
  const isRetagged = listed.trim() !== '' && tags.toSorted().join(' ') !== machine.tags.toSorted().join(' ');
  return {
    machine,
    ...(name !== '' && name !== machine.name && { name }),
    ...(isRetagged && { tags }),
    ...(profile && profile.id !== machine.profileId && { profile }),
    ...(written !== '' && note !== machine.note && { note }),
  };
}

function tagsIn(cell: string): string[] {
  const words = cell.normalize('NFC').split(/[\s,;]+/);
  return [...new Set(words.filter(Boolean))];
}

function isName(name: string): boolean {
  return name.length >= DISPLAY_NAME.minLength && name.length <= DISPLAY_NAME.maxLength && NAME.test(name);
}

function isNote(note: string): boolean {
  return note.length <= MACHINE_NOTE.maxLength && NOTE.test(note);
}

function fault(line: number, column: ImportColumn, rule: ImportRule, value = ''): ImportPlan['faults'][number] {
  return { line, column, rule, value: value.slice(0, 100) };
}

function columnOf(head: string): ImportColumn | undefined {
  const name = head.trim().toLowerCase();
  return (Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined) ?? IMPORT_COLUMNS.find((column) => column === name);
}

/** The first non-empty value of columns with the same meaning: an export identifies a machine twice. */
function cellsOf(columns: readonly (ImportColumn | undefined)[], values: readonly string[]): Cells {
  const cells: Partial<Record<ImportColumn, string>> = {};
  for (const [index, column] of columns.entries()) if (column) cells[column] ||= values[index]?.trim() ?? '';
  return cells;
}

type Found = { readonly machine: ImportMachine } | { readonly column: ImportColumn; readonly rule: ImportRule };

function finderOf(machines: readonly ImportMachine[]): (cells: Cells) => Found {
  const byId = new Map(machines.map((machine) => [machine.id as string, machine]));
  const byShortId = Map.groupBy(machines, ({ id }) => shortId(id));
  const bySerial = Map.groupBy(machines, ({ serial }) => serial ?? '');
  return ({ id = '', serial = '' }) => {
    if (id === '' && serial === '') return { column: 'id', rule: 'machine-missing' };
    const whole = byId.get(id.toLowerCase());
    if (whole) return { machine: whole };
    const column = id === '' ? 'serial' : 'id';
    const [machine, ...others] = (id === '' ? bySerial.get(serial) : byShortId.get(id.toUpperCase())) ?? [];
    if (!machine) return { column, rule: 'machine-unknown' };
    return others.length > 0 ? { column, rule: 'machine-ambiguous' } : { machine };
  };
}

interface CsvRecord {
  /** Line in the file, from 1; a quoted value may contain line breaks. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Parses CSV (RFC 4180) separated by commas, or by semicolons or tabs as spreadsheets write it; skips empty lines. A first
 * line like `sep=;` is a spreadsheet's own. Reads no more records than `most`: each of a million would be a fault.
 */
function recordsOf(csv: string, most: number): readonly CsvRecord[] {
  const text = csv.replace(/^\uFEFF/, '');
  const [own = '', named] = /^sep=([,;\t])\r?\n/i.exec(text) ?? [];
  const [head = ''] = text.slice(own.length).split(/\r?\n/, 1);
  const separator = named ?? [',', ';', '\t'].find((each) => head.includes(each)) ?? ',';
  const pattern = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let line = own === '' ? 1 : 2;
  let start = line;
  for (let at = own.length; records.length < most && (at < text.length || cells.length > 0); ) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    // A quote inside an unquoted value: report the row as incomplete and continue with the next line.
    const next = text.indexOf('\n', at);
    const [whole, quoted, plain = '', end = ''] = match ?? [next < 0 ? text.slice(at) : text.slice(at, next + 1)];
    at += whole.length;
    line += whole.split('\n').length - 1;
    if (match) cells.push(unguarded(quoted?.replaceAll('""', '"') ?? plain));
    if (end === separator) continue;
    if (!match || cells.some((cell) => cell.trim() !== '')) records.push({ line: start, cells: match ? cells : [] });
    cells = [];
    start = line;
  }
  return records;
}

const GUARD = new RegExp(`^'(?=${FORMULA_STARTS})`);

/** Removes the apostrophe that exports put before formulas. */
function unguarded(cell: string): string {
  return cell.replace(GUARD, '');
}
