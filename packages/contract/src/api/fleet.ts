import Type from 'typebox';
import { MachineIdSchema, MachineViewIdSchema, ProfileIdSchema } from '../ids.ts';
import { DEPLOYMENTS } from '../limits.ts';
import { TAGS_MAX } from '../rules/names.ts';
import { VIEW_NAME } from '../rules/text.ts';
import { CsvSeparator } from './csv.ts';
import { endpoint } from './declare.ts';
import type { ReplyOf } from './endpoint.ts';
import { Tag } from './machine-actions.ts';
import { Binary, closed, FilterQuery, Instant, nullable } from './parts.ts';

/** Calls about all machines of an organization, or those that match a list's filter. */
const Count = Type.Integer({ minimum: 0 });

/** Number of machines by state (spec chapter 4, machine status). */
export const FleetSummary = closed({
  total: Count,
  /** Connected and idle. */
  online: Count,
  updating: Count,
  rebootNeeded: Count,
  offline: Count,
});
export type FleetSummary = Type.Static<typeof FleetSummary>;

export const summarizeMachines = endpoint('GET /organization/{orgId}/machines/summary', {
  id: 'fleet.summary',
  summary: 'Count the machines that match a filter, by state; only `where` is used',
  permission: 'machine.read',
  query: FilterQuery,
  reply: FleetSummary,
});

export const listTags = endpoint('GET /organization/{orgId}/machines/tags', {
  id: 'fleet.tags',
  summary: 'List the tags of an organization with their number of machines that match a filter, most used first',
  permission: 'machine.read',
  query: FilterQuery,
  reply: Type.Array(closed({ tag: Type.String(), machines: Count })),
});

export const exportMachines = endpoint('GET /organization/{orgId}/machines/export', {
  id: 'fleet.export',
  summary: 'Export the machines that match a filter as CSV, by name; only `where` is used',
  permission: 'machine.read',
  query: closed({ ...FilterQuery.properties, separator: CsvSeparator }),
  reply: Binary,
  replyTypes: ['text/csv'],
});

/** What needs attention; also fields of the list of machines. */
const warnings = {
  /** Two computers use the same key. */
  cloned: Count,
  /** Is offline, and should always be online. */
  down: Count,
  /** Installed updates require a reboot. */
  rebootNeeded: Count,
  /** Could not apply its whole profile. */
  faulty: Count,
  /** Has an older revision than its profile's newest. */
  behind: Count,
  /** Not seen for seven days. */
  away: Count,
  /** Without a profile. */
  bare: Count,
};
export type Warning = keyof typeof warnings;
export const WARNINGS = Object.keys(warnings) as readonly Warning[];

/** An organization's machines over the last 30 days, and what needs attention. */
export const FleetStatistics = closed({
  /** Maximum number of connected machines per hour, oldest first; hours without a count are omitted. */
  hours: Type.Array(closed({ at: Instant, online: Count, total: Count })),
  versions: Type.Array(closed({ version: nullable(Type.String()), machines: Count })),
  deployments: Type.Array(closed({ deployment: Type.Enum([...DEPLOYMENTS]), machines: Count })),
  warnings: closed(warnings),
});
export type FleetStatistics = Type.Static<typeof FleetStatistics>;

/** Days without a connection after which a machine counts as away. */
export const AWAY_DAYS = 7;

/** Minutes without a connection after which a machine that should always be online needs attention. */
export const DOWN_MINUTES = 5;

export const readStatistics = endpoint('GET /organization/{orgId}/machines/statistics', {
  id: 'fleet.statistics',
  summary: 'Read fleet statistics: machines online over the last 30 days, versions, and what needs attention',
  permission: 'machine.read',
  reply: FleetStatistics,
});

export const countByProfile = endpoint('GET /organization/{orgId}/machines/by-profile', {
  id: 'fleet.byProfile',
  summary: 'Count the machines of each profile: all, those online, and those with an outdated revision',
  permission: 'machine.read',
  reply: Type.Array(closed({ profileId: ProfileIdSchema, machines: Count, online: Count, outdated: Count })),
});

/** Maximum number of machine IDs in one call. */
export const CHANGED_AT_ONCE_MAX = 1_000;

const MachinesChange = closed({
  machineIds: Type.Optional(
    Type.Array(MachineIdSchema, { minItems: 1, maxItems: CHANGED_AT_ONCE_MAX, uniqueItems: true }),
  ),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
  /** A list's filter; only its `where` is used. */
  filter: Type.Optional(Type.String({ maxLength: 4_096 })),
  addTags: Type.Optional(Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true })),
  removeTags: Type.Optional(Type.Array(Tag, { maxItems: TAGS_MAX, uniqueItems: true })),
  profileId: Type.Optional(ProfileIdSchema),
});

export const changeMachines = endpoint('POST /organization/{orgId}/machines/changes', {
  id: 'fleet.change',
  summary: 'Change the tags or profile of many machines, selected by ID, tag, or filter',
  permission: 'machine.write',
  body: MachinesChange,
  reply: closed({
    /** Number of selected machines. */
    total: Count,
    /** Named machines that the organization does not have, or no longer; not among the selected. */
    missing: Count,
    /** Number of changed machines; one that would have too many tags is not changed. */
    changed: Count,
    /** Calls that undo the change; empty if it cannot be undone exactly. */
    undo: Type.Array(MachinesChange),
  }),
  errors: ['invalid-filter'],
});

/** Instead of tags or a note in a CSV file: removes those of a machine. */
export const NONE = '(none)';

/** Maximum number of characters of a CSV file. */
export const IMPORT_MAX = 10_000_000;

export const IMPORT_COLUMNS = ['id', 'serial', 'name', 'tags', 'profile', 'note'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** Faults of an import's row; each says what its column accepts. */
export const IMPORT_RULES = [
  'machine-missing',
  'machine-unknown',
  'machine-ambiguous',
  'machine-twice',
  'name-invalid',
  'tag-invalid',
  'tags-too-many',
  'profile-unknown',
  'note-invalid',
  'row-incomplete',
] as const;
export type ImportRule = (typeof IMPORT_RULES)[number];

const Import = {
  permission: 'machine.write',
  bodyLimit: 10_485_760,
  /**
   * CSV with a header row, separated by commas, semicolons or tabs: the column `id` (a machine's ID, or its first six characters) or `serial`, and the columns to
   * change: `name`, `tags` (separated by blanks, or `(none)`), `profile` (by name), and `note` (or `(none)`). An empty cell changes
   * nothing.
   * Other columns, such as those of an export, are ignored.
   */
  body: closed({ csv: Type.String({ maxLength: IMPORT_MAX }) }),
} as const;

/** A machine that an import changes, with only the changed values. */
const ImportedMachine = closed({
  id: MachineIdSchema,
  /** Before the import. */
  current: Type.String(),
  name: Type.Optional(Type.String()),
  tags: Type.Optional(Type.Array(Type.String())),
  profile: Type.Optional(Type.String()),
  note: Type.Optional(Type.String()),
});

export const previewImport = endpoint('POST /organization/{orgId}/machines/import/preview', {
  id: 'fleet.previewImport',
  summary:
    'Check a CSV file of machine names, tags, profiles, and notes, and list what an import would change; writes nothing',
  ...Import,
  changes: false,
  reply: closed({
    /** Rows without the header. */
    rows: Count,
    changes: Type.Array(ImportedMachine),
    /** Ignored columns. */
    ignored: Type.Array(Type.String()),
    /** Any fault prevents the import. */
    faults: Type.Array(
      closed({
        /** Line of the file; the header is line 1. */
        line: Type.Integer({ minimum: 1 }),
        column: Type.Enum([...IMPORT_COLUMNS]),
        rule: Type.Enum([...IMPORT_RULES]),
        value: Type.String(),
      }),
    ),
  }),
});
export type ImportPreview = ReplyOf<typeof previewImport>;

export const importMachines = endpoint('POST /organization/{orgId}/machines/import', {
  id: 'fleet.import',
  summary: 'Change names, tags, profiles, and notes of machines from a CSV file; a file with a fault changes nothing',
  ...Import,
  reply: closed({
    changed: Count,
    /** The file that restores what was changed; null where a machine had no profile, or the file would be too long. */
    undo: nullable(Type.String()),
  }),
});

/** Maximum number of views of an organization: each is a line in every member's sidebar. */
export const MACHINE_VIEWS_MAX = 30;

/** A named list of machines, shared by the organization's members. */
export const MachineView = closed({
  id: MachineViewIdSchema,
  name: Type.String(),
  /** The query string of the list's URL: search, filters, order, and columns. */
  query: Type.String(),
});
export type MachineView = Type.Static<typeof MachineView>;

export const listMachineViews = endpoint('GET /organization/{orgId}/machine-views', {
  id: 'machineViews.list',
  summary: 'List the saved views of the machines list, by name',
  permission: 'machine.read',
  reply: Type.Array(MachineView),
});

export const saveMachineView = endpoint('POST /organization/{orgId}/machine-views', {
  id: 'machineViews.save',
  summary: 'Save a view of the machines list under a name; a view of that name is replaced',
  permission: 'machine.write',
  body: closed({
    name: Type.String(VIEW_NAME),
    query: Type.String({ maxLength: 2_000, pattern: '^[\\x21-\\x7e]*$' }),
  }),
  reply: MachineView,
  status: 201,
  errors: ['too-many-machine-views'],
});

export const deleteMachineView = endpoint('DELETE /organization/{orgId}/machine-views/{viewId}', {
  id: 'machineViews.delete',
  summary: 'Delete a saved view of the machines list',
  permission: 'machine.write',
  params: { viewId: MachineViewIdSchema },
});
