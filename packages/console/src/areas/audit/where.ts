export const ACTOR_KINDS = ['person', 'api-key', 'machine', 'system'] as const;

/** What the address says about which entries to show. Dates are days in the reader's time zone. */
export interface AuditSearch {
  readonly text: string;
  readonly actorKind: string;
  readonly since: string;
  readonly until: string;
}

export function readSearch(query: URLSearchParams): AuditSearch {
  const at = (name: string) => query.get(name) ?? '';
  return { text: at('q'), actorKind: at('by'), since: at('since'), until: at('until') };
}

/** What an entry shows, closed and opened. */
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
 * @param worded conditions for what the page shows in words of the reader's language that hold the text.
 */
export function whereOf(search: AuditSearch, worded: readonly object[] = []): readonly object[] {
  const { text, actorKind, since, until } = search;
  const pattern = `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const from = startOfDay(since, 0);
  const to = startOfDay(until, 1);
  return [
    ...(text.trim() === '' ? [] : [{ or: [...SEARCHED.map((field) => ({ [field]: { ilike: pattern } })), ...worded] }]),
    ...(ACTOR_KINDS.some((kind) => kind === actorKind) ? [{ actorKind }] : []),
    ...(from ? [{ time: { gte: from } }] : []),
    ...(to ? [{ time: { lt: to } }] : []),
  ];
}

/** The instant at which a day, or one so many days later, begins where the reader is. */
function startOfDay(day: string, later: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return undefined;
  return new Date(Number(year), Number(month) - 1, Number(date) + later).toISOString();
}
