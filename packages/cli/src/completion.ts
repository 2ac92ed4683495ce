import type { Command } from './command.ts';
import { usage } from './errors.ts';
import { COMMON_OPTIONS } from './help.ts';

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
      return `    "${name}") options="$options ${names.join(' ')}" ;;`;
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
