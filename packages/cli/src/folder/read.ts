import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { definitionFaults, schemaFaults } from '@berth/contract/as-code/check-file';
import {
  definitionSchema,
  FILE_KINDS,
  FILES,
  type FileContent,
  type FileKind,
  FOLDER_VERSION,
} from '@berth/contract/as-code/files';
import type { Fault } from '@berth/contract/errors';
import { PROFILE_BYTES_MAX } from '@berth/contract/limits';
import { isObject } from '@berth/contract/profile/nodes';
import { CliError } from '../errors.ts';
import { printable } from '../output.ts';
import { namesIn } from './files.ts';
import { type NamedSecret, takeReferences } from './references.ts';
import { type FileFault, type ParsedFile, parseYaml } from './yaml.ts';

/** A file of a folder, checked. */
export interface FolderFile<Kind extends FileKind> {
  readonly kind: Kind;
  /** Its path in the folder. */
  readonly file: string;
  readonly content: FileContent<Kind>;
  /** Secrets of its definition, which are masks in the content. */
  readonly secrets: readonly NamedSecret[];
  readonly lineOf: (pointer: string) => number;
}

/** The files of a folder by their kind; kinds without a file are missing. */
export type Folder = { readonly [Kind in FileKind]?: readonly FolderFile<Kind>[] };

/** Reads a folder. Throws with every fault, by file and line. */
export function readFolder(dir: string): Folder {
  const faults: FileFault[] = [];
  const found = FILE_KINDS.map((kind) => [kind, pathsOf(dir, kind).map((path) => readOne(dir, kind, path, faults))]);
  if (faults.length > 0) throw faultsError(faults);
  const folder = Object.fromEntries(found.filter(([, files]) => files && files.length > 0)) as Folder;
  const head = folder.berth?.[0];
  if (!head) throw new CliError(`${dir} has no berth.yaml. Create a folder with berth export.`);
  if (head.content.version > FOLDER_VERSION) {
    throw new CliError(
      `${join(dir, head.file)} is of version ${head.content.version}. Install a newer version of berth.`,
    );
  }
  const twice = [
    ...namedTwice(folder.profile, ({ name }) => name, 'a profile'),
    ...namedTwice(folder.layer, ({ name }) => name, 'a layer'),
    ...namedTwice(folder.profile, ({ id }) => id, 'a profile with this ID'),
    ...namedTwice(folder.layer, ({ id }) => id, 'a layer with this ID'),
  ];
  if (twice.length > 0) throw faultsError(twice);
  return folder;
}

/** Every fault, sorted as a person goes through the files. */
export function faultsError(faults: readonly FileFault[]): CliError {
  const lines = faults.map(({ file, line, message }) => `${file}:${line}: ${printable(message)}`);
  return new CliError(`${[...new Set(lines)].join('\n')}\nNothing was changed.`);
}

function pathsOf(dir: string, kind: FileKind): string[] {
  const entry = FILES[kind];
  if ('many' in entry) {
    return namesIn(join(dir, entry.path))
      .filter((name) => /\.ya?ml$/.test(name))
      .map((name) => `${entry.path}/${name}`);
  }
  return namesIn(dir).filter((name) => name === entry.path);
}

function readOne(dir: string, kind: FileKind, file: string, faults: FileFault[]): FolderFile<FileKind> | undefined {
  const parsed = parse(dir, file);
  if (!('value' in parsed)) {
    faults.push(...parsed);
    return undefined;
  }
  const { lineOf } = parsed;
  const place = (fault: Fault, base = '') => {
    const path = `${base}${fault.path}`;
    faults.push({ file, line: lineOf(path), message: `${path || '/'}: ${fault.message}` });
  };
  const wrong = schemaFaults(FILES[kind].schema, parsed.value);
  for (const fault of wrong) place(fault);
  const schema = definitionSchema(kind);
  if (!schema || wrong.length > 0 || !isObject(parsed.value)) {
    return { kind, file, content: parsed.value as FileContent<FileKind>, secrets: [], lineOf };
  }
  const taken = takeReferences(schema, parsed.value.definition, dir);
  const inside = taken.faults.length > 0 ? taken.faults : definitionFaults(schema, taken.definition);
  for (const fault of inside) place(fault, '/definition');
  const content = { ...parsed.value, definition: taken.definition } as FileContent<FileKind>;
  return { kind, file, content, secrets: taken.secrets, lineOf };
}

function parse(dir: string, file: string): ParsedFile | readonly FileFault[] {
  try {
    const path = join(dir, file);
    // Not read at all: a file may be a device without an end.
    if (statSync(path).size > PROFILE_BYTES_MAX) {
      return [{ file, line: 1, message: `is larger than ${PROFILE_BYTES_MAX} bytes` }];
    }
    return parseYaml(file, readFileSync(path));
  } catch (error) {
    return [{ file, line: 1, message: error instanceof Error ? error.message : String(error) }];
  }
}

function namedTwice<Kind extends 'profile' | 'layer'>(
  files: readonly FolderFile<Kind>[] | undefined,
  keyOf: (content: FileContent<Kind>) => string | undefined,
  what: string,
): FileFault[] {
  const first = new Map<string, string>();
  return (files ?? []).flatMap(({ file, content, lineOf }) => {
    const key = keyOf(content)?.normalize('NFC').trim().toLowerCase();
    if (key === undefined) return [];
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, file);
      return [];
    }
    return [{ file, line: lineOf('/name'), message: `${what} is in ${other} already` }];
  });
}
