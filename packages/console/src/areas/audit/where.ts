import { ACTOR_KINDS } from '@berth/contract/api/audit';

/** The search in the URL. Dates are days in the user's time zone. */
export interface AuditSearch {
  readonly text: string;
  readonly actorKind: string;
  readonly since: string;
  readonly until: string;
}

/** Instead of a kind of actor: all of them. By default reports of machines are omitted. */
export const EVERY_ACTOR = 'all';

export function readSearch(query: URLSearchParams): AuditSearch {
  const at = (name: string) => query.get(name) ?? '';
  return { text: at('q'), actorKind: at('by'), since: at('since'), until: at('until') };
}

/** The fields that an entry shows, collapsed and expanded. */
const SEARCHED = [
  'actor',
  'actorName',
  'action',
  'targetKind',
  'targetId',
  'targetName',
  'address',
  'requestId',
] as const;

/**
 * The conditions of a search, in the filter's language (design, `filter`).
 *
 * @param worded conditions for values whose shown words contain the text.
 */
export function whereOf(search: AuditSearch, worded: readonly object[] = []): readonly object[] {
  const { text, actorKind, since, until } = search;
  // As names are stored.
  const pattern = `%${text
    .trim()
    .normalize('NFC')
    .replace(/[\\%_]/g, '\\$&')}%`;
  const from = startOfDay(since, 0);
  const to = startOfDay(until, 1);
  return [
    ...(text.trim() === '' ? [] : [{ or: [...SEARCHED.map((field) => ({ [field]: { ilike: pattern } })), ...worded] }]),
    ...byActor(actorKind),
    ...(from ? [{ time: { gte: from } }] : []),
    ...(to ? [{ time: { lt: to } }] : []),
  ];
}

function byActor(chosen: string): readonly object[] {
  if (chosen === EVERY_ACTOR) return [];
  const kind = ACTOR_KINDS.find((each) => each === chosen);
  return [{ actorKind: kind ?? { neq: 'machine' } }];
}

/** The start of a day, or of one this many days later, in the user's time zone. */
function startOfDay(day: string, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
}
