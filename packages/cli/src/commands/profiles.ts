import { readFile } from 'node:fs/promises';
import { previewProfile } from '@berth/contract/api/impact';
import {
  changeProfile,
  importProfile,
  PROFILE_FILE_FORMAT,
  PROFILE_FILE_VERSION,
  type ProfileDifference,
  type ProfileFile,
  readProfile,
} from '@berth/contract/api/profiles';
import type { Command, Context } from '../command.ts';
import { CliError, EXIT, usage } from '../errors.ts';
import { printable } from '../output.ts';
import { organizationIdOf, profileOf, profilesOf } from '../references.ts';

const WHICH = { profile: { value: 'PROFILE', summary: 'ID or name; default: the profile with the name in the file' } };

async function openFile(path: string): Promise<ProfileFile> {
  const text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8').catch((error: Error) => {
    throw new CliError(error.message, EXIT.usage);
  });
  try {
    const file: ProfileFile = JSON.parse(text);
    if (file.format === PROFILE_FILE_FORMAT && file.version === PROFILE_FILE_VERSION) return file;
  } catch {
    // Reported below, like any other invalid file.
  }
  throw usage(`${path} is not a profile file. Create one with berth profiles export.`);
}

/** The existing profile that a file applies to; undefined for a new one. */
async function target(context: Context, file: ProfileFile, chosen: unknown) {
  if (typeof chosen === 'string') return profileOf(context, chosen);
  return (await profilesOf(context)).find(({ name }) => name === file.name);
}

function line({ path, before, after }: ProfileDifference & { before?: unknown; after?: unknown }): string {
  const text = (value: unknown) => (value === undefined ? 'nothing' : printable(JSON.stringify(value)));
  return `${path}: ${text(before)} -> ${text(after)}`;
}

export const profileCommands: readonly Command[] = [
  {
    name: 'profiles list',
    args: [],
    summary: 'List the profiles of an organization',
    async run(context) {
      context.output.list(await profilesOf(context), {
        id: ({ id }) => id,
        name: ({ name }) => name,
        revision: ({ revision }) => revision,
        deployment: ({ deployment }) => deployment,
      });
      return undefined;
    },
  },
  {
    name: 'profiles show',
    args: ['profile'],
    summary: 'Show a profile and its definition, with secrets masked',
    async run(context, [reference = '']) {
      const { id } = await profileOf(context, reference);
      const profile = await context.call(readProfile, { params: { id } });
      context.output.show(profile, [JSON.stringify(profile, null, 2)]);
      return undefined;
    },
  },
  {
    name: 'profiles export',
    args: ['profile'],
    summary: 'Export a profile to a file: berth profiles export Office > office.json',
    async run(context, [reference = '']) {
      const { id } = await profileOf(context, reference);
      const { name, deployment, definition } = await context.call(readProfile, { params: { id } });
      const head = { format: PROFILE_FILE_FORMAT, version: PROFILE_FILE_VERSION } as const;
      const file = { ...head, name, deployment, definition };
      context.output.show(file, [JSON.stringify(file, null, 2)]);
      return undefined;
    },
  },
  {
    name: 'profiles diff',
    args: ['file'],
    summary: 'Show what applying a file would change, and on how many machines; exit code 5 if it differs',
    options: WHICH,
    async run(context, [path = ''], { profile }) {
      const file = await openFile(path);
      const found = await target(context, file, profile);
      if (!found) {
        context.output.show({ changes: null }, [`Profile "${printable(file.name)}" does not exist yet.`]);
        return EXIT.differs;
      }
      const { name, definition } = file;
      const impact = await context.call(previewProfile, {
        params: { id: found.id },
        query: {},
        body: { name, definition },
      });
      const { changes, machines } = impact;
      context.output.show(impact, [
        ...changes.map(line),
        changes.length === 0 ? 'No changes.' : `Machines: ${machines.total}, online: ${machines.online}.`,
      ]);
      return changes.length === 0 ? EXIT.done : EXIT.differs;
    },
  },
  {
    name: 'profiles apply',
    args: ['file'],
    summary: 'Apply a file to its profile, or create the profile if none has its name',
    options: { ...WHICH, note: { value: 'TEXT', summary: 'note saved with the revision' } },
    async run(context, [path = ''], { profile, note }) {
      const file = await openFile(path);
      const found = await target(context, file, profile);
      if (!found) {
        const orgId = await organizationIdOf(context);
        const { id } = await context.call(importProfile, { params: { orgId }, query: {}, body: { ...file } });
        context.output.show({ id, revision: 1 }, [`${file.name}: created (${id})`]);
        return undefined;
      }
      const { name, definition } = file;
      const query = typeof note === 'string' ? { note } : {};
      const params = { id: found.id };
      const body = { name, definition };
      const saved = await context.call(changeProfile, { params, query, body, ifMatch: found.revision });
      context.output.show({ id: saved.id, revision: saved.revision }, [`${saved.name}: revision ${saved.revision}`]);
      return undefined;
    },
  },
];
