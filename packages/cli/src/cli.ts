import { parseArgs } from 'node:util';
import { API_KEY_PREFIX } from '@berth/contract/rules/permissions';
import manifest from '../package.json' with { type: 'json' };
import { sessionFile } from './auth/session.ts';
import { createClient } from './client.ts';
import type { Command, Options } from './command.ts';
import { ALIASES, COMMANDS } from './commands/all.ts';
import { CliError, EXIT, type ExitCode, usage } from './errors.ts';
import { COMMON_OPTIONS, completion, help, helpOf } from './help.ts';
import { createOutput } from './output.ts';

/** Environment and output streams of a run. */
export interface Io {
  readonly env: NodeJS.ProcessEnv;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether `out` is a terminal. */
  readonly isTerminal: boolean;
}

/** Runs one command line and returns the exit code. */
export async function runCli(argv: readonly string[], io: Io): Promise<ExitCode> {
  try {
    return (await run(argv, io)) ?? EXIT.done;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    io.err(error.message);
    return error.exit;
  }
}

async function run(argv: readonly string[], { env, out, err, isTerminal }: Io): Promise<ExitCode | undefined> {
  const [first = 'help', ...rest] = argv;
  if (first === '--version') return void out(`berth ${manifest.version}`);
  if (first === 'completion') return void out(completion(rest[0], COMMANDS));
  if (first === 'help' || first === '--help') return void out(help(COMMANDS));
  const { command, words } = find(first, rest);
  const { options, args } = parse(command, words);
  if (options.help === true) return void out(helpOf(command));
  const needed = command.args.length;
  if (args.length !== needed) {
    throw usage(
      `berth ${command.name} expects ${command.args.map((arg) => arg.toUpperCase()).join(' ') || 'no arguments'}.`,
    );
  }
  const text = (name: string, variable: string) => {
    const value = options[name] ?? env[variable];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const server = text('server', 'BERTH_SERVER')?.replace(/\/+$/, '');
  if (server !== undefined && !/^https?:\/\/./.test(server)) throw usage(`"${server}" is not a server URL.`);
  const file = sessionFile(env);
  const token = env.BERTH_TOKEN || undefined;
  const isKey = token?.startsWith(API_KEY_PREFIX) === true;
  const call = createClient({ file, server, token });
  const output = createOutput(options.json === true, out, err);
  const color = env.NO_COLOR ? false : Boolean(env.FORCE_COLOR) || isTerminal;
  const organization = text('org', 'BERTH_ORG');
  return command.run({ call, output, file, isKey, server, organization, env, color }, args, options);
}

function find(
  first: string,
  rest: readonly string[],
): { readonly command: Command; readonly words: readonly string[] } {
  const area = ALIASES[first] ?? first;
  const single = COMMANDS.find(({ name }) => name === area);
  if (single) return { command: single, words: rest };
  const [verb = '', ...words] = rest;
  const command = COMMANDS.find(({ name }) => name === `${area} ${verb}`);
  if (command) return { command, words };
  const verbs = COMMANDS.flatMap(({ name }) => (name.startsWith(`${area} `) ? [name.slice(area.length + 1)] : []));
  throw usage(verbs.length > 0 ? `Commands of berth ${area}: ${verbs.join(', ')}.` : `Unknown command "${first}".`);
}

function parse(
  command: Command,
  words: readonly string[],
): { readonly options: Options; readonly args: readonly string[] } {
  const known = Object.entries({ ...command.options, ...COMMON_OPTIONS });
  const types = known.map(([name, option]) => [name, { type: 'value' in option ? 'string' : 'boolean' } as const]);
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(types),
      allowPositionals: true,
    });
    return { options: values as Options, args: positionals };
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error));
  }
}
