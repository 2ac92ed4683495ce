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
      'packages/device/src/features/buttons/presses.ts': 'tells a refusal from a command that failed',
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
    // Also SQL of its own: insert into commands, insert into "public"."commands", insertInto('commands').
    matches:
      /\binsertCommand\(|type: 'shell'|\b(?:insert|merge)\s+into\s+(?:"?\w+"?\.)?"?commands\b|\binsertInto\(\s*['"`](?:\w+\.)?commands\b/gi,
    allowed: {
      'packages/server/src/features/commands/batches/store.ts':
        'orders the types of BATCH_COMMANDS, which shell is not',
      'packages/server/src/features/commands/store.ts': 'defines it',
      'packages/server/src/features/commands/queue-command.ts': 'takes a permit for what runs in a shell',
    },
    message: 'orders a command beside the gate to the shell',
  },
  {
    in: /^packages\/(?:device|server)\/src\//,
    // Also require, a dynamic import, and node:process's binding.
    matches: /['"`](?:node:)?child_process['"`]|\.binding\(/g,
    allowed: {
      ...inFolder('packages/device/src/system/linux', 'starts a program of its own by name', [
        'boot-splash',
        'clipboard',
        'extension-install',
        'installer',
        'local-accounts',
        'machine',
        'monitors',
        'network-manager',
        'network-probe',
        'pactl',
        'port-guard',
        'programs',
        'screen-server',
        'uxplay',
        'watchdog',
        'x-server',
      ]),
      ...inFolder('packages/device/src/system/linux', 'is the shell behind the gate', ['shell', 'terminal']),
      ...inFolder('packages/server/src/db/embedded', 'runs the embedded database', ['launch', 'postmaster', 'tar']),
      'packages/server/src/features/demo/launch.ts': 'starts the demo',
      'packages/server/src/main/demo/parts.ts': 'names the type of it',
    },
    message: 'starts programs beside the gate to the shell',
  },
  {
    in: /^packages\/device\/src\//,
    // A shell by another name: sh, bash, or the option that runs a command line in one.
    matches: /['"`](?:\/(?:usr\/)?bin\/)?(?:ba|da|z)?sh['"`]|\bshell:\s*(?:true|['"`])/g,
    allowed: {
      ...inFolder('packages/device/src/system/linux', 'is the shell behind the gate', ['shell', 'terminal']),
      ...inFolder('packages/device/src/system/linux', 'runs a script of its own', ['programs', 'updates']),
    },
    message: 'runs a command line in a shell beside its gate',
  },
];

function inFolder(folder: string, why: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [`${folder}/${name}.ts`, why]));
}

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
