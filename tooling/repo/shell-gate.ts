import { lineAt, sourcesOf } from './sources.ts';

interface Rule {
  readonly in: RegExp;
  readonly matches: RegExp;
  /** Where it may occur, and why. */
  readonly allowed: Readonly<Record<string, string>>;
  readonly message: string;
}

const RULES: readonly Rule[] = [
  {
    in: /^packages\/device\/src\/(?!system\/)/,
    // The port by name in any use: shell.run, { shell }, system.shell, ports/shell.
    matches: /(?<![\w'"-])shell(?![\w'"-]|\s*:\s*(?:boolean|async \())|ports\/shell\.ts/g,
    allowed: {
      'packages/device/src/agent/remote-parts.ts': 'hands it to the remote control',
      'packages/device/src/features/commands/shell.ts': 'runs what the cloud ordered',
      'packages/device/src/features/commands/registry.ts': 'names the one above',
      'packages/device/src/features/remote-control/remote-control.ts': 'hands it to the one below',
      'packages/device/src/features/remote-control/shell-session.ts': 'terminal and files of an ordered remote control',
      'packages/device/src/main/machine.ts': 'composes the system',
    },
    message: "uses the machine's shell beside its gate",
  },
  {
    in: /^packages\/server\/src\//,
    matches: /\binsertCommand\(|type: 'shell'/g,
    allowed: {
      'packages/server/src/features/commands/store.ts': 'defines it',
      'packages/server/src/features/commands/queue-command.ts': 'takes a permit for what runs in a shell',
    },
    message: 'orders a command beside the gate to the shell',
  },
];

/** Every path to the machine shell that bypasses permission, organization switch, audit log and the machine's veto. */
export function waysAroundShellGate(root: string): string[] {
  const sources = sourcesOf(root, /\.ts$/).filter(({ file }) => !/(\.test\.ts$|\/testing\/)/.test(file));
  return RULES.flatMap((rule) =>
    sources
      .filter(({ file }) => rule.in.test(file) && !(file in rule.allowed))
      .flatMap(({ file, text }) =>
        [...withoutComments(text).matchAll(rule.matches)].map(
          ({ index }) => `${file}:${lineAt(text, index)} ${rule.message}`,
        ),
      ),
  );
}

// Spaces keep the offsets.
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' '));
}
