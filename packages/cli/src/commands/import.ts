import { readFile, stat } from 'node:fs/promises';
import { changeProfile, readProfile } from '@berth/contract/api/profiles';
import { readImport } from '@berth/contract/import/read-import';
import {
  IMPORT_BYTES_MAX,
  type ImportEntry,
  ImportError,
  type Imported,
  type ImportReason,
} from '@berth/contract/import/report';
import { withPart } from '@berth/contract/layers/merge-part';
import type { Command } from '../command.ts';
import { CliError, EXIT, usage } from '../errors.ts';
import { printable } from '../output.ts';
import { profileOf } from '../references.ts';

const REASONS: Readonly<Record<ImportReason, string>> = {
  always: 'machines do this in any case',
  unsupported: 'not supported',
  'no-setting': 'no such setting',
  secret: 'passwords are never imported',
  invalid: 'does not fit',
  repeated: 'a later line counts',
  first: 'only the first page is used',
  empty: 'nothing is set',
  unknown: 'unknown setting',
  unreadable: 'not readable',
};

const ERRORS: Readonly<Record<ImportError['code'], string>> = {
  'too-large': `is larger than ${IMPORT_BYTES_MAX / 1024} KiB`,
  'not-text': 'is not text',
  'too-deep': 'is nested too deeply',
  'not-json': 'is not valid JSON',
  'unknown-format': 'is neither an .rdp file nor a Chrome policy file',
  nothing: 'contains nothing that can be imported',
};

async function open(path: string): Promise<Imported> {
  const failed = (error: Error) => {
    throw new CliError(error.message, EXIT.usage);
  };
  const { size } = await stat(path).catch(failed);
  if (size > IMPORT_BYTES_MAX) throw usage(`${path} ${ERRORS['too-large']}.`);
  try {
    return readImport(path, await readFile(path).catch(failed));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw usage(`${path} ${ERRORS[error.code]}.`);
  }
}

function line({ lines: [first, last], name, value, fields, reason }: ImportEntry): string {
  const place = first === last ? `${first}` : `${first}-${last}`;
  const said = [name, value].filter((text) => text !== '').map(printable);
  const became = [...fields, ...(reason === undefined ? [] : [REASONS[reason]])];
  return `${place}: ${said.join(' = ')} -> ${became.join(', ')}`;
}

export const importCommands: readonly Command[] = [
  {
    name: 'import',
    args: ['file'],
    summary: 'Show what becomes of an .rdp file or a Chrome policy file; with --profile, add it to a profile',
    options: {
      profile: { value: 'PROFILE', summary: 'ID or name of the profile to add it to; default: nothing is saved' },
      note: { value: 'TEXT', summary: 'note saved with the revision' },
    },
    async run(context, [path = ''], { profile, note }) {
      const imported = await open(path);
      const report = imported.entries.map(line);
      if (typeof profile !== 'string') {
        context.output.show(imported, report);
        return undefined;
      }
      const { id } = await profileOf(context, profile);
      const before = await context.call(readProfile, { params: { id } });
      const saved = await context.call(changeProfile, {
        params: { id },
        query: typeof note === 'string' ? { note } : {},
        body: { definition: withPart(before.definition, imported.definition) },
        ifMatch: before.revision,
      });
      context.output.show({ ...imported, id, revision: saved.revision }, [
        ...report,
        `${printable(saved.name)}: revision ${saved.revision}`,
      ]);
      return undefined;
    },
  },
];
