import type { Command } from './command.ts';
import { usage } from './errors.ts';

/** Options of every command. */
export const COMMON_OPTIONS = {
  server: { value: 'URL', summary: 'URL of the server (or BERTH_SERVER)' },
  org: {
    value: 'ORGANIZATION',
    summary: 'ID or name of the organization (or BERTH_ORG); optional if you belong to only one',
  },
  json: { summary: 'output as JSON' },
  help: { summary: 'show help' },
} as const;

const EXITS = `Exit codes: 0 success, 1 error, 2 usage error, 3 not logged in, 4 not found, 5 differences found,
6 server unreachable. Set BERTH_TOKEN to use an API key instead of a login.`;

export function help(commands: readonly Command[]): string {
  const lines = commands.map((command) => [signature(command), command.summary] as const);
  const width = Math.max(...lines.map(([left]) => left.length));
  return [
    'Manage machines, profiles and organizations from the command line.',
    '',
    ...lines.map(([left, right]) => `  berth ${left.padEnd(width)}  ${right}`),
    `  berth ${'--version'.padEnd(width)}  Print the version`,
    `  berth ${'completion bash|zsh'.padEnd(width)}  Print a completion script: source <(berth completion bash)`,
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

/** Generates a shell completion script from the commands. */
export function completion(shell: string | undefined, commands: readonly Command[]): string {
  if (shell !== 'bash' && shell !== 'zsh') throw usage('Completion supports bash and zsh.');
  const areas = new Map<string, string[]>();
  for (const { name } of commands) {
    const [area = '', verb] = name.split(' ');
    areas.set(area, [...(areas.get(area) ?? []), ...(verb === undefined ? [] : [verb])]);
  }
  const first = [...areas.keys(), 'completion', 'help'].join(' ');
  const options = Object.keys(COMMON_OPTIONS).map((name) => `--${name}`);
  const cases = [...areas]
    .filter(([, verbs]) => verbs.length > 0)
    .map(([area, verbs]) => `    ${area}) words="${verbs.join(' ')}" ;;`);
  const own = commands
    .filter((command) => command.options)
    .map(({ name, options: all = {} }) => {
      const names = Object.keys(all).map((each) => `--${each}`);
      // A command of one word is followed by its arguments.
      const words = name.includes(' ') ? `"${name}"` : `"${name} "*`;
      return `    ${words}) options="$options ${names.join(' ')}" ;;`;
    });
  const script = `_berth() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="" options="${options.join(' ')}"
  if [ "$COMP_CWORD" -eq 1 ]; then words="${first}"
  elif [ "$COMP_CWORD" -eq 2 ]; then case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    completion) words="bash zsh" ;;
  esac; fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[2]}" in
${own.join('\n')}
  esac
  case "$current" in -*) words="$options" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _berth berth`;
  return shell === 'bash' ? script : `autoload -U +X bashcompinit && bashcompinit\n${script}`;
}
