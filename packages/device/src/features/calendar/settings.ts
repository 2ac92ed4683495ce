import type { Desired } from '@berth/contract/device/messages';

/** Where the room's calendar is, and who may read it. */
export interface CalendarSettings {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** What the machine's own settings say of a calendar (spec chapter 3, flex and smartconference); null: nothing. */
export function calendarSettings({
  context,
  deployment,
}: Pick<Desired, 'context' | 'deployment'>): CalendarSettings | null {
  const settings = at(at(at(context, 'machine'), deployment), 'calendar_integration');
  const text = (key: string): string => (typeof settings[key] === 'string' ? settings[key] : '');
  const url = text('url');
  return URL.canParse(url) ? { url, username: text('username'), password: text('password') } : null;
}

function at(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const inner = value[key];
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : {};
}
