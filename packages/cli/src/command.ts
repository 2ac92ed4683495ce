import type { SessionFile } from './auth/session.ts';
import type { Call } from './client.ts';
import type { ExitCode } from './errors.ts';
import type { Output } from './output.ts';

/** What commands work with. */
export interface Context {
  readonly call: Call;
  readonly output: Output;
  readonly file: SessionFile;
  /** Whether BERTH_TOKEN is an organization's API key, which has no account. */
  readonly isKey: boolean;
  /** --server or BERTH_SERVER. */
  readonly server: string | undefined;
  /** --org or BERTH_ORG: an ID or a name. */
  readonly organization: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the terminal shows colors. */
  readonly color: boolean;
}

/** Options of one command; flags are true if given. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  /** `login`, or `machines list`. */
  readonly name: string;
  /** Names of the arguments, all required. */
  readonly args: readonly string[];
  readonly summary: string;
  /** Option name to its value's name; without a value it is a flag. */
  readonly options?: Readonly<Record<string, { readonly value?: string; readonly summary: string }>>;
  readonly run: (context: Context, args: readonly string[], options: Options) => Promise<ExitCode | undefined>;
}
