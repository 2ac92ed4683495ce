import type { CalendarProblem } from '@berth/contract/bridge/calendar';

/** A calendar that cannot be read. Its message names no address and no account: it is written to the log. */
export class CalendarFailure extends Error {
  readonly problem: CalendarProblem;

  constructor(problem: CalendarProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}
