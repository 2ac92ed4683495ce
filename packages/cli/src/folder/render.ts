import { createHash } from 'node:crypto';
import { type Schema, schemaFaults } from '@berth/contract/as-code/check-file';
import {
  editorSchema,
  FILE_KINDS,
  FILES,
  type FileKind,
  FOLDER_FORMAT,
  FOLDER_VERSION,
} from '@berth/contract/as-code/files';
import { withoutDefaults } from '@berth/contract/as-code/readable';
import type { State } from '@berth/contract/as-code/state';
import { entryKeys } from '@berth/contract/layers/lists';
import { PartialDefinition } from '@berth/contract/layers/partial';
import { ProfileDefinition } from '@berth/contract/profile/definition';
import { childSchema, isObject, nodeOf, type SchemaNode } from '@berth/contract/profile/nodes';
import { below } from '@berth/contract/profile/pointer';
import { CliError } from '../errors.ts';
import { compare, fileNames, variableName } from './names.ts';
import { renderYaml } from './yaml.ts';

/** Files of a folder by their path in it. */
export type RenderedFiles = ReadonlyMap<string, string | Uint8Array>;

const SCHEMA_FOLDER = '.schemas';

/** The JSON Schemas of all kinds of files. */
export function renderSchemas(): RenderedFiles {
  return new Map(
    FILE_KINDS.map((kind) => [`${SCHEMA_FOLDER}/${kind}.json`, `${JSON.stringify(editorSchema(kind), null, 2)}\n`]),
  );
}

/** Renders an organization; what the state lacks has no file. The same organization is always the same text. */
export function renderFolder(organization: string, state: State): RenderedFiles {
  const files = new Map<string, string | Uint8Array>(renderSchemas());
  const add = (kind: FileKind, path: string, value: object, comments: readonly string[], inner = {}) => {
    const depth = path.split('/').length - 1;
    const schema = `yaml-language-server: $schema=${'../'.repeat(depth)}${SCHEMA_FOLDER}/${kind}.json`;
    files.set(path, renderYaml(value, [schema, ...comments], inner));
  };

  add('berth', FILES.berth.path, { format: FOLDER_FORMAT, version: FOLDER_VERSION }, [
    `The organization ${organization}, by berth export. berth plan shows what applying this folder changes.`,
    'A part without a file is left alone. A missing entry is deleted only with --delete.',
  ]);
  for (const [summary, name] of fileNames(state.profiles ?? [])) {
    const profile = state.definitions.get(summary.id);
    if (!profile) continue;
    const { id, deployment } = profile;
    const definition = readable(ProfileDefinition, profile.definition, profile.name, files);
    add('profile', `${FILES.profile.path}/${name}.yaml`, { id, name: profile.name, deployment, definition }, [
      "What differs from the product's defaults.",
    ]);
  }
  for (const [summary, name] of fileNames(state.layers ?? [])) {
    const layer = state.contents.get(summary.id);
    if (!layer) continue;
    const { id, scope, tag, machineId, off, locks } = layer;
    const value = {
      id,
      name: layer.name,
      scope,
      ...(tag !== null && { tag }),
      ...(machineId !== null && { machine: machineId }),
      definition: readable(PartialDefinition, layer.definition, layer.name, files),
      ...(off.length > 0 && { off }),
      ...(locks.length > 0 && { locks }),
    };
    const inner = layer.machineName === null ? {} : { '/machine': layer.machineName };
    add('layer', `${FILES.layer.path}/${name}.yaml`, value, [], inner);
  }
  if (state.layers) {
    const names = (scope: string) =>
      (state.layers ?? []).filter((layer) => layer.scope === scope).map((layer) => layer.name);
    add('layer-order', FILES['layer-order'].path, { organization: names('organization'), tags: names('tag') }, [
      'Layers from below: a later one hides an earlier one. The organization is below profiles, tags are above.',
    ]);
  }
  renderLists(state, add);
  return files;
}

type Add = (
  kind: FileKind,
  path: string,
  value: object,
  comments: readonly string[],
  inner?: Readonly<Record<string, string>>,
) => void;

function renderLists({ schedules, tagRules, codes, members, webhooks, profiles }: State, add: Add): void {
  if (schedules) {
    const names = schedules.map(({ name }) => name);
    const entries = schedules
      .toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
      .map(({ id, name, type, msg, tag, filter, days, date, time, windowMinutes, timeZone, enabled }) => ({
        ...(isTwice(names, name) && { id }),
        ...defined({ name, type, msg, tag, filter, days, date, time, windowMinutes, timeZone, enabled }),
      }));
    add('schedules', FILES.schedules.path, { schedules: entries }, []);
  }
  if (tagRules) {
    const names = tagRules.map(({ name }) => name);
    const entries = tagRules
      .toSorted((a, b) => compare(a.name, b.name) || compare(a.id, b.id))
      .map(({ id, name, networks, nameLike, modelLike, tags }) => ({
        ...(isTwice(names, name) && { id }),
        ...defined({ name, networks, nameLike, modelLike, tags }),
      }));
    add('tag-rules', FILES['tag-rules'].path, { rules: entries }, [
      'Tags of new machines. Machines that are already there keep theirs.',
    ]);
  }
  if (codes && profiles) {
    const names = new Map<string, string>(profiles.map(({ id, name }) => [id, name]));
    const entries = codes.map(({ profileId, deployment, tags, usesLeft, createdAt, expiresAt }) => ({
      profile: names.get(profileId) ?? '',
      deployment,
      tags: tags.toSorted(compare),
      uses: Math.max(1, usesLeft),
      validHours: Math.max(1, Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 3_600_000)),
    }));
    const keyOf = ({ profile, deployment, tags }: (typeof entries)[number]) =>
      [profile, deployment, ...tags].join('\n');
    const unique = [...new Map(entries.map((entry) => [keyOf(entry), entry]))].toSorted(([a], [b]) => compare(a, b));
    add('enrollment-codes', FILES['enrollment-codes'].path, { codes: unique.map(([, entry]) => entry) }, [
      'A code exists for each entry. One that is used up or expired is created again; uses and validHours are for new ones.',
      'Codes are secret: berth apply writes new ones to the file named by --secrets.',
    ]);
  }
  if (members) {
    const invited = members.invited.map(({ email, role }) => ({ email, role }));
    const users = members.users.map(({ email, role }) => ({ email, role }));
    const entries = [...users, ...invited].toSorted((a, b) => compare(a.email, b.email));
    const inner = entries.flatMap(({ email }, index) =>
      invited.some((each) => each.email === email) ? [[`/members/${index}/role`, 'invited'] as const] : [],
    );
    add(
      'members',
      FILES.members.path,
      { members: entries },
      ['Others are invited by mail. The owner cannot be changed.'],
      Object.fromEntries(inner),
    );
  }
  if (webhooks) {
    const addresses = webhooks.map(({ url }) => url);
    const entries = webhooks
      .toSorted((a, b) => compare(a.url, b.url) || compare(a.id, b.id))
      .map(({ id, url, events, enabled }) => ({ ...(isTwice(addresses, url) && { id }), url, events, enabled }));
    add('webhooks', FILES.webhooks.path, { webhooks: entries }, ['The signing secret stays on the server.']);
  }
}

function isTwice(all: readonly string[], one: string): boolean {
  return all.indexOf(one) !== all.lastIndexOf(one);
}

function defined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined && each !== null));
}

/** Longest data URL that stays in a file. */
const PICTURE_INSIDE = 200;

/** A definition as people read it: no defaults, secrets by reference, pictures in files of their own. */
function readable(schema: Schema, definition: unknown, name: string, files: Map<string, string | Uint8Array>): unknown {
  const unknown = schemaFaults(schema, definition).find(({ rule }) => rule === 'additionalProperties');
  if (unknown) {
    throw new CliError(
      `"${name}" has ${unknown.path}, which this version of berth does not know. Install the version of the server.`,
    );
  }
  const used = new Set<string>();

  // `pattern` has * for entries, `path` has their keys: the name of a variable outlives a move in its list.
  function walk(node: SchemaNode | undefined, value: unknown, pattern: string, path: string): unknown {
    if (node?.writeOnly === true)
      return typeof value === 'string' && value !== '' ? { fromEnv: variable(path) } : value;
    if (typeof value === 'string' && value.length > PICTURE_INSIDE && node?.contentEncoding === 'base64') {
      return pictureFile(value, files);
    }
    if (Array.isArray(value)) {
      const items = isObject(node?.items) ? node.items : undefined;
      const keys = entryKeys(pattern, value);
      return value.map((entry, index) => walk(items, entry, `${pattern}/*`, below(path, keys[index] ?? index)));
    }
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [
        key,
        walk(node && childSchema(node, key), entry, below(pattern, key), below(path, key)),
      ]),
    );
  }

  function variable(path: string): string {
    const short = variableName(name, path.replace(/^\/(?:system|thinhoc)/, ''));
    const long = used.has(short) ? `${short}_${used.size}` : short;
    used.add(long);
    return long;
  }

  return walk(nodeOf(schema), withoutDefaults(schema, definition), '', '');
}

function pictureFile(url: string, files: Map<string, string | Uint8Array>): unknown {
  const [, type = '', data = ''] = /^data:image\/(\w+);base64,(.*)$/.exec(url) ?? [];
  if (data === '') return url;
  const bytes = Buffer.from(data, 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const path = `pictures/${hash}.${type === 'jpeg' ? 'jpg' : type}`;
  files.set(path, bytes);
  return { fromFile: path };
}
