import { startRadicale } from '@berth/testing/radicale';

/** A CalDAV server with the calendar of one room. */
export interface CalendarServer {
  readonly settings: { readonly url: string; readonly username: string; readonly password: string };
  /** Adds a meeting to the calendar; hours are counted from now. */
  readonly meet: (title: string, startsIn: number, endsIn: number, more?: readonly string[]) => Promise<void>;
  readonly dispose: () => Promise<void>;
}

export async function startCalendarServer(): Promise<CalendarServer> {
  const { calendar: url, username, password, put, dispose } = await startRadicale();
  return {
    settings: { url, username, password },
    meet: (title, startsIn, endsIn, more = []) => {
      const times = [`DTSTART:${inHours(startsIn)}`, `DTEND:${inHours(endsIn)}`];
      return put(title.replaceAll(/\W/g, '-'), [`SUMMARY:${title}`, ...times, ...more]);
    },
    dispose,
  };
}

function inHours(hours: number): string {
  return `${new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
