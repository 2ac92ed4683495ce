import type { CALENDAR_METHODS } from '@berth/contract/bridge/calendar';
import { BridgeError } from '../bridge/bridge-error.ts';
import type { BridgeHandlers } from '../bridge/calls.ts';
import type { Calendar } from '../features/calendar/calendar.ts';

/** What the page may do with the room's calendar. */
export function calendarHandlers(
  calendar: Calendar,
  somebodyIsThere: () => void,
): Pick<BridgeHandlers, keyof typeof CALENDAR_METHODS> {
  return {
    refresh_calendar: async () => {
      await calendar.refresh();
      return null;
    },
    join_meeting: async ({ id }) => {
      somebodyIsThere();
      if (await calendar.join(id)) return null;
      throw new BridgeError('not-found', 'There is no such meeting, or no link in it.');
    },
  };
}
