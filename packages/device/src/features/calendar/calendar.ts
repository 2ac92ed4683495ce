import { isDeepStrictEqual } from 'node:util';
import type { CalendarState } from '@berth/contract/bridge/calendar';
import type { Desired } from '@berth/contract/device/messages';
import { machineSettings } from '../../state/schema.ts';
import type { Log } from '../../system/log.ts';
import type { FoundMeeting } from './events.ts';
import { CalendarError } from './restricted-fetch.ts';

interface CalendarOptions {
  readonly onChange: (state: CalendarState) => void;
  /** Opens a meeting's page or brings it to the front. */
  readonly open: (link: string, title: string) => Promise<unknown>;
  readonly allowPrivate: boolean;
  readonly log: Log;
}

const EVERY_MS = 5 * 60_000;
/** Retry interval after a failure; the last known meetings stay visible. */
const AGAIN_MS = 60_000;
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;

/** The room's calendar, read every few minutes. Keeps the last known meetings while the server does not reply. */
export class Calendar {
  readonly #options: CalendarOptions;
  #settings: CalendarSettings | null = null;
  #found: readonly FoundMeeting[] | null = null;
  #state: CalendarState = null;
  #timer: NodeJS.Timeout | null = null;
  #reading: Promise<void> | null = null;

  constructor(options: CalendarOptions) {
    this.#options = options;
  }

  get state(): CalendarState {
    return this.#state;
  }

  /** Applies new settings; null: no calendar. */
  configure(settings: CalendarSettings | null): void {
    if (isDeepStrictEqual(settings, this.#settings)) return;
    this.stop();
    this.#settings = settings;
    this.#found = null;
    this.#reading = null;
    this.#set(settings && { meetings: null, readAt: null, error: null });
    if (settings) void this.refresh();
  }

  /** Reads the calendar now. Never rejects: an error is in the state. */
  refresh(): Promise<void> {
    const settings = this.#settings;
    if (!settings) return Promise.resolve();
    this.#reading ??= this.#read(settings).finally(() => {
      if (settings === this.#settings) this.#reading = null;
    });
    return this.#reading;
  }

  /** Returns false if the meeting does not exist or has no link. */
  async join(id: string): Promise<boolean> {
    const meeting = this.#found?.find((each) => each.id === id);
    if (!meeting?.link) return false;
    await this.#options.open(meeting.link, meeting.title);
    return true;
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #read(settings: CalendarSettings): Promise<void> {
    this.stop();
    const now = new Date();
    const span = { from: now, to: new Date(now.getTime() + DAYS_AHEAD * DAY_MS) };
    const outcome = await read(settings, span, this.#options.allowPrivate).catch((error: unknown) => {
      const code = error instanceof CalendarError ? error.code : 'failed';
      this.#options.log.warn({ code }, 'the calendar of the room is not read');
      return code;
    });
    // The settings may have changed while reading.
    if (settings !== this.#settings) return;
    if (typeof outcome === 'string') {
      this.#set({ meetings: null, readAt: null, ...this.#state, error: outcome });
    } else {
      this.#found = outcome;
      const meetings = outcome.map(({ link: _, ...meeting }) => meeting);
      this.#set({ meetings, readAt: now.toISOString(), error: null });
    }
    this.#timer = setTimeout(() => void this.refresh(), typeof outcome === 'string' ? AGAIN_MS : EVERY_MS);
    this.#timer.unref();
  }

  #set(state: CalendarState): void {
    if (isDeepStrictEqual(state, this.#state)) return;
    this.#state = state;
    this.#options.onChange(state);
  }
}

/** Loads the calendar reader only if a calendar is set; most machines never need it. */
async function read(
  settings: CalendarSettings,
  span: { readonly from: Date; readonly to: Date },
  allowPrivate: boolean,
): Promise<FoundMeeting[]> {
  const [{ readCalendar }, { meetingsIn }] = await Promise.all([import('./caldav.ts'), import('./events.ts')]);
  return meetingsIn(await readCalendar(settings, span, allowPrivate), span);
}

/** The room's calendar and the account that reads it. */
export interface CalendarSettings {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** The calendar in the machine's own settings (spec chapter 3, flex and smartconference); null if there is none. */
export function calendarSettings({
  context,
  deployment,
}: Pick<Desired, 'context' | 'deployment'>): CalendarSettings | null {
  const { url = '', username = '', password = '' } = machineSettings(context)[deployment]?.calendar_integration ?? {};
  return URL.canParse(url) ? { url, username, password } : null;
}
