import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { StartError } from '../platform/start-error.ts';

/** A maintenance command: its arguments and its function. */
export interface Command<Option extends string> {
  /** Shown for --help and for invalid arguments. */
  readonly usage: string;
  /** Prefix of all failure messages, such as "No backup was made". */
  readonly failure: string;
  /** Names of its positional arguments. */
  readonly operands: readonly string[];
  /** A further positional argument that may be missing. */
  readonly optional?: string;
  /** Names of its options; each takes a value. */
  readonly options: readonly Option[];
  /** Resolves to the exit code. */
  run(operands: readonly string[], options: Readonly<Partial<Record<Option, string>>>): Promise<number>;
}

/** Runs a command with the arguments of this process; errors become a message and exit code 1. */
export async function runCommand<Option extends string>(command: Command<Option>): Promise<void> {
  try {
    const { operands, options, isHelpWanted } = readArguments(command, process.argv.slice(2));
    if (isHelpWanted) console.log(command.usage);
    else process.exitCode = await command.run(operands, options);
  } catch (error) {
    console.error(`${command.failure}: ${explain(error)}`);
    process.exitCode = 1;
  }
}

/** @throws StartError naming the invalid argument. */
export function readArguments<Option extends string>(
  {
    usage,
    operands: names,
    optional,
    options: known,
  }: Pick<Command<Option>, 'usage' | 'operands' | 'optional' | 'options'>,
  args: readonly string[],
): {
  readonly operands: readonly string[];
  readonly options: Readonly<Partial<Record<Option, string>>>;
  readonly isHelpWanted: boolean;
} {
  const { help, values, positionals } = parse(known, usage, args);
  if (help) return { operands: [], options: values, isHelpWanted: true };
  const absent = names[positionals.length];
  if (absent !== undefined) throw new StartError(`${absent} is missing.`, usage);
  const extra = positionals[names.length + (optional === undefined ? 0 : 1)];
  if (extra !== undefined) throw new StartError(`Unknown argument: ${extra}`, usage);
  return { operands: positionals, options: values, isHelpWanted: false };
}

function parse<Option extends string>(known: readonly Option[], usage: string, args: readonly string[]) {
  const options = Object.fromEntries(known.map((name) => [name, { type: 'string' as const }]));
  const help = { help: { type: 'boolean' as const, short: 'h' } };
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, ...help },
      allowPositionals: true,
    });
    const read: Readonly<Record<string, unknown>> = values;
    const given = known.flatMap((name) => {
      const value = read[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    return {
      help: read.help === true,
      values: Object.fromEntries(given) as Partial<Record<Option, string>>,
      positionals,
    };
  } catch (cause) {
    const [reason = ''] = String(cause instanceof Error ? cause.message : cause).split('. ');
    throw new StartError(`${reason.replace(/\.$/, '')}.`, usage, { cause });
  }
}

/** Includes the advice of a StartError; for other errors, only the message and how to see more. */
function explain(error: unknown): string {
  if (error instanceof StartError) return `${error.message}\n${error.advice}`;
  if (wantsStack() && error instanceof Error) return String(error.stack);
  const message = error instanceof Error ? error.message || error.name : String(error);
  return `${message}\nSet BERTH_LOG=debug to see where in the program it failed.`;
}

function wantsStack(): boolean {
  try {
    return ['debug', 'trace'].includes(readConfig(process.env).logLevel);
  } catch {
    return false;
  }
}
