import type { ErrorCode, Fault } from '@berth/contract/errors';

/** Exit codes. Stable: scripts depend on them. */
export const EXIT = {
  done: 0,
  /** The server refused, or an error occurred. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** Not logged in, or the session has ended. */
  signedOut: 3,
  notFound: 4,
  /** `profile diff` and `plan`: files differ from the server. */
  differs: 5,
  /** The server does not respond. */
  offline: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** An error with a message for the user. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitCode;

  constructor(message: string, exit: ExitCode = EXIT.failed) {
    super(message);
    this.exit = exit;
  }
}

export function usage(message: string): CliError {
  return new CliError(`${message}\nRun berth help for usage.`, EXIT.usage);
}

/** An error reply of the API. */
export class ApiError extends CliError {
  readonly code: ErrorCode | undefined;
  readonly faults: readonly Fault[];

  constructor(status: number, error: { code?: ErrorCode; message?: string; faults?: readonly Fault[] }) {
    const faults = (error.faults ?? []).map(({ path, message }) => `\n  ${path || '/'}: ${message}`).join('');
    super(
      `${error.message ?? 'The server refused the request'} (${status}${error.code ? `, ${error.code}` : ''})${faults}`,
      exitOf(status),
    );
    this.code = error.code;
    this.faults = error.faults ?? [];
  }
}

function exitOf(status: number): ExitCode {
  if (status === 401) return EXIT.signedOut;
  return status === 404 ? EXIT.notFound : EXIT.failed;
}
