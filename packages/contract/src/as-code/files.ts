import Type from 'typebox';
import { createEnrollmentCode } from '../api/enrollment.ts';
import { createLayer, SCOPES } from '../api/layers.ts';
import { Tag } from '../api/machine-actions.ts';
import { AnyObject, closed } from '../api/parts.ts';
import { createSchedule } from '../api/schedules.ts';
import { createTagRule } from '../api/tag-rules.ts';
import { createWebhook } from '../api/webhooks.ts';
import {
  LayerIdSchema,
  MachineIdSchema,
  ProfileIdSchema,
  ScheduleIdSchema,
  TagRuleIdSchema,
  WebhookIdSchema,
} from '../ids.ts';
import { PartialDefinition } from '../layers/partial.ts';
import { DEPLOYMENTS, LAYERS_MAX } from '../limits.ts';
import { ProfileDefinition } from '../profile/definition.ts';
import { TAGS_MAX } from '../rules/names.ts';
import { ROLES } from '../rules/permissions.ts';
import { DISPLAY_NAME, EMAIL } from '../rules/text.ts';
import { withReferences } from './references.ts';

/**
 * The files of a folder that describes an organization. Objects are named by people; an ID tells a renamed object from a
 * new one, and counts only in the organization that has it.
 */

export const FOLDER_FORMAT = 'berth-folder';
export const FOLDER_VERSION = 1;

const Name = Type.String(DISPLAY_NAME);
const ENTRIES_MAX = 10_000;

const head = closed({
  format: Type.Literal(FOLDER_FORMAT),
  /** A newer version than the CLI knows is refused. */
  version: Type.Integer({ minimum: 1 }),
});

const profile = closed({
  id: Type.Optional(ProfileIdSchema),
  name: Name,
  /** The variant; fixed when the profile is created. */
  deployment: Type.Optional(Type.Enum([...DEPLOYMENTS])),
  /** What differs from the product's defaults. */
  definition: AnyObject,
});

const { off, locks } = createLayer.body.properties;
const layer = closed({
  id: Type.Optional(LayerIdSchema),
  name: Name,
  scope: Type.Enum([...SCOPES]),
  /** With the scope tag. */
  tag: Type.Optional(Tag),
  /** With the scope machine: its ID. */
  machine: Type.Optional(MachineIdSchema),
  definition: AnyObject,
  off: Type.Optional(off),
  locks: Type.Optional(locks),
});

const Names = Type.Array(Name, { maxItems: LAYERS_MAX.shared, uniqueItems: true });
const layerOrder = closed({
  /** Names of layers, from below: a later one hides an earlier one. */
  organization: Type.Optional(Names),
  tags: Type.Optional(Names),
});

const { skipOpenWindow: _, ...scheduled } = createSchedule.body.properties;
const schedules = closed({
  schedules: Type.Array(closed({ id: Type.Optional(ScheduleIdSchema), ...scheduled }), { maxItems: ENTRIES_MAX }),
});

const tagRules = closed({
  /** Tag new machines; a new or changed rule leaves the others as they are. */
  rules: Type.Array(closed({ id: Type.Optional(TagRuleIdSchema), ...createTagRule.body.properties }), {
    maxItems: ENTRIES_MAX,
  }),
});

const { profileId: __, ...issued } = createEnrollmentCode.body.properties;
const enrollmentCodes = closed({
  /** A valid code exists for each combination of profile, variant and tags; `uses` and `validHours` are for new ones. */
  codes: Type.Array(closed({ profile: Name, ...issued }), { maxItems: ENTRIES_MAX }),
});

const members = closed({
  members: Type.Array(closed({ email: Type.String(EMAIL), role: Type.Enum([...ROLES]) }), { maxItems: ENTRIES_MAX }),
});

const webhooks = closed({
  webhooks: Type.Array(
    closed({ id: Type.Optional(WebhookIdSchema), ...createWebhook.body.properties, enabled: Type.Boolean() }),
    { maxItems: ENTRIES_MAX },
  ),
});

/** Fields of files whose text is a JSON pointer into a definition, or dotted: sessions.webapp.mail.url. */
const Path = Type.String({ minLength: 1, maxLength: 1_024 });
const expectation = closed({
  path: Path,
  equals: Type.Optional(Type.Unknown()),
  differs: Type.Optional(Type.Unknown()),
  /** A regular expression that the text matches. */
  matches: Type.Optional(Type.String({ maxLength: 1_024 })),
  exists: Type.Optional(Type.Boolean()),
  locked: Type.Optional(Type.Boolean()),
});
export type Expectation = Type.Static<typeof expectation>;

const Tags = Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true });
const example = closed({
  name: Name,
  id: Type.Optional(MachineIdSchema),
  profile: Name,
  tags: Type.Optional(Tags),
});
export type ExampleMachine = Type.Static<typeof example>;

const assertion = closed({
  name: Type.String({ minLength: 1, maxLength: 500 }),
  /** Which machines; all of these conditions. Without any, all machines. */
  machines: Type.Optional(closed({ name: Type.Optional(Name), tag: Type.Optional(Tag), profile: Type.Optional(Name) })),
  /** An assertion about no machine at all fails, unless it says so. */
  allowNone: Type.Optional(Type.Boolean()),
  expect: Type.Array(expectation, { minItems: 1, maxItems: 1_000 }),
});
export type Assertion = Type.Static<typeof assertion>;

const tests = closed({
  machines: Type.Optional(Type.Array(example, { maxItems: ENTRIES_MAX })),
  tests: Type.Array(assertion, { maxItems: ENTRIES_MAX }),
});

/** Kinds of files by name: where they are, and what is in them. `many`: each file of a folder is one object. */
export const FILES = {
  berth: { path: 'berth.yaml', schema: head },
  profile: { path: 'profiles', many: true, schema: profile },
  layer: { path: 'layers', many: true, schema: layer },
  'layer-order': { path: 'layer-order.yaml', schema: layerOrder },
  schedules: { path: 'schedules.yaml', schema: schedules },
  'tag-rules': { path: 'tag-rules.yaml', schema: tagRules },
  'enrollment-codes': { path: 'enrollment-codes.yaml', schema: enrollmentCodes },
  members: { path: 'members.yaml', schema: members },
  webhooks: { path: 'webhooks.yaml', schema: webhooks },
  tests: { path: 'tests', many: true, schema: tests },
} as const;
export type FileKind = keyof typeof FILES;
export const FILE_KINDS = Object.keys(FILES) as readonly FileKind[];
export type FileContent<Kind extends FileKind> = Type.Static<(typeof FILES)[Kind]['schema']>;

/** The definition in a file of this kind, by its own schema; undefined for files without one. */
export function definitionSchema(kind: FileKind): Type.TSchema | undefined {
  if (kind === 'profile') return ProfileDefinition;
  return kind === 'layer' ? PartialDefinition : undefined;
}

/** The JSON Schema of a kind of file, for editors. */
export function editorSchema(kind: FileKind): object {
  const { schema } = FILES[kind];
  const definition = definitionSchema(kind);
  const properties = definition ? { ...schema.properties, definition: withReferences(definition) } : schema.properties;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Berth: ${FILES[kind].path}`,
    ...schema,
    properties,
  };
}
