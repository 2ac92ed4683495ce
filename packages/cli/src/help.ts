import type { Command } from './command.ts';

/** Options that every command has. */
export const COMMON_OPTIONS = {
  server: { value: 'URL', summary: 'the server (BERTH_SERVER)' },
  org: { value: 'ORGANIZATION', summary: 'by id or name (BERTH_ORG); not needed where you belong to one only' },
  json: { summary: 'print JSON' },
  help: { summary: 'print this' },
} as const;

const EXITS = `Ends with 0: done, 1: refused or failed, 2: not understood, 3: not signed in, 4: not there, 5: differs,
6: the server does not answer. BERTH_TOKEN takes an API key in place of a sign-in.`;

export function help(commands: readonly Command[]): string {
  const lines = commands.map((command) => [signature(command), command.summary] as const);
  const width = Math.max(...lines.map(([left]) => left.length));
  return [
    'berth: machines, profiles and organizations from the command line.',
    '',
    ...lines.map(([left, right]) => `  berth ${left.padEnd(width)}  ${right}`),
    `  berth ${'completion bash|zsh'.padEnd(width)}  What makes the shell complete: source <(berth completion bash)`,
    '',
    ...options(COMMON_OPTIONS),
    '',
    EXITS,
  ].join('\n');
}

export function helpOf(command: Command): string {
  return [
    `berth ${signature(command)}`,
    command.summary,
    '',
    ...options({ ...command.options, ...COMMON_OPTIONS }),
  ].join('\n');
}

function signature({ name, args }: Command): string {
  return [name, ...args.map((arg) => arg.toUpperCase())].join(' ');
}

function options(all: NonNullable<Command['options']>): string[] {
  return Object.entries(all).map(([name, { value, summary }]) => {
    const left = `--${name}${value === undefined ? '' : ` ${value}`}`;
    return `  ${left.padEnd(22)}  ${summary}`;
  });
}
