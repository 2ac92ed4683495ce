import type { ErrorCode, Fault } from '@berth/contract/errors';

/** What the shell is told. Stable: scripts decide by them. */
export const EXIT = {
  done: 0,
  /** The server refused, or something went wrong. */
  failed: 1,
  /** The command was not understood. */
  usage: 2,
  /** Nobody is signed in, or no longer. */
  signedOut: 3,
  notFound: 4,
  /** `profile diff`: the file differs from the profile. */
  differs: 5,
  /** The server does not answer. */
  offline: 6,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Something to tell whoever typed the command. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exit: ExitCode;

  constructor(message: string, exit: ExitCode = EXIT.failed) {
    super(message);
    this.exit = exit;
  }
}

export function usage(message: string): CliError {
  return new CliError(`${message}\nberth help shows what there is.`, EXIT.usage);
}

/** What the API answered instead of a reply. */
export class ApiError extends CliError {
  readonly code: ErrorCode | undefined;

  constructor(status: number, error: { code?: ErrorCode; message?: string; faults?: readonly Fault[] }) {
    const faults = (error.faults ?? []).map(({ path, message }) => `\n  ${path || '/'}: ${message}`).join('');
    super(
      `${error.message ?? 'The server refused'} (${status}${error.code ? `, ${error.code}` : ''})${faults}`,
      exitOf(status),
    );
    this.code = error.code;
  }
}

function exitOf(status: number): ExitCode {
  if (status === 401) return EXIT.signedOut;
  return status === 404 ? EXIT.notFound : EXIT.failed;
}
