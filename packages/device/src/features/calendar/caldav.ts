import { calendarQuery, createAccount, getBasicAuthHeaders, propfind } from 'tsdav';
import type { CalendarSettings } from './calendar.ts';
import { CalendarError, restrictedFetch } from './restricted-fetch.ts';

/** A time span: `from` is inclusive, `to` exclusive. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Reads the calendar objects that overlap the span, each as iCalendar text (RFC 4791). The URL may be that of a
 * calendar or of a server, in which case every calendar of the account is read. Rejects with CalendarError.
 */
export async function readCalendar(settings: CalendarSettings, span: Span, allowPrivate: boolean): Promise<string[]> {
  let failure: unknown;
  const polite = restrictedFetch(allowPrivate);
  // The library continues after some failures and later reports a different error.
  const fetch: typeof globalThis.fetch = (...args) =>
    polite(...args).catch((error: unknown) => {
      failure ??= error;
      throw error;
    });
  const common = { fetch, headers: getBasicAuthHeaders(settings) };
  try {
    const found = (await calendarsAt(settings.url, common)).map((url) => objectsOf(url, span, common));
    return (await Promise.all(found)).flat();
  } catch (error) {
    if (error instanceof CalendarError) throw error;
    throw failure instanceof CalendarError ? failure : new CalendarError('failed', 'The calendar is not understood.');
  }
}

interface Common {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Record<string, string>;
}

async function calendarsAt(url: string, common: Common): Promise<string[]> {
  const props = { 'd:resourcetype': {} };
  const [itself] = await propfind({ url, props, depth: '0', ...common });
  if (itself?.status === 404) throw new CalendarError('not-found', 'No calendar found at this address.');
  if ('calendar' in ((itself?.props?.resourcetype as object | undefined) ?? {})) return [url];
  const account = { serverUrl: url, accountType: 'caldav' as const };
  const { calendars = [] } = await createAccount({ account, loadCollections: true, ...common });
  const urls = calendars.filter(({ components }) => components?.includes('VEVENT') ?? true).map((each) => each.url);
  if (urls.length === 0) throw new CalendarError('not-found', 'No calendar found at this address.');
  return urls;
}

async function objectsOf(url: string, { from, to }: Span, common: Common): Promise<string[]> {
  const range = { 'time-range': { _attributes: { start: basic(from), end: basic(to) } } };
  const answers = await calendarQuery({
    url,
    props: { 'd:getetag': {}, 'c:calendar-data': {} },
    filters: {
      'comp-filter': {
        _attributes: { name: 'VCALENDAR' },
        'comp-filter': { _attributes: { name: 'VEVENT' }, ...range },
      },
    },
    depth: '1',
    ...common,
  });
  return answers.flatMap(({ props }) => {
    const data: unknown = props?.calendarData?._cdata ?? props?.calendarData;
    return typeof data === 'string' ? [data] : [];
  });
}

/** Formats a time for an RFC 4791 time range: 20261121T090000Z. */
function basic(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
