import type { Desired } from '@berth/contract/device/messages';
import { machineSettings } from '../../state/understood.ts';

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
  const { url = '', username = '', password = '' } = machineSettings(context)[deployment]?.calendar_integration ?? {};
  return URL.canParse(url) ? { url, username, password } : null;
}
