import type { CalendarErrorCode } from '@berth/contract/bridge/calendar';

/** A calendar that cannot be read. Its message names no address and no account: it is written to the log. */
export class CalendarError extends Error {
  readonly problem: CalendarErrorCode;

  constructor(problem: CalendarErrorCode, message: string) {
    super(message);
    this.problem = problem;
  }
}
