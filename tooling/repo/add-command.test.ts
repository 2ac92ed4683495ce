import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { expect, it } from 'vitest';
import { lintFiles } from '../lint/files.ts';
import { copyOf, type Edit, edit, filesWithTypeErrors } from './copy.ts';
import { repository } from './fixture.ts';
import { localeFaults } from './locales.ts';

const TABLE = 'packages/contract/src/rules/commands.ts';
const REGISTRY = 'packages/device/src/features/commands/registry.ts';
const HANDLER = 'packages/device/src/features/commands/rotate-screen.ts';
const CONTEXT = 'packages/device/src/features/commands/handler.ts';
const PARTS = 'packages/device/src/agent/cloud-parts.ts';
const MENU = 'packages/console/src/areas/machines/actions/commands.ts';

const entry: Edit = [
  "  shell: {\n    ...usual,\n    id: 'machineActions.shellCommand'",
  `  'rotate-screen': {
    ...usual,
    id: 'machineActions.rotateScreen',
    path: '/machines/{id}/rotate-screen',
    summary: 'Turn the screen of a machine by a quarter',
    waits: true,
    batch: true,
    confirmation: 'none',
    verb: 'rotate',
  },
  shell: {
    ...usual,
    id: 'machineActions.shellCommand'`,
];

const rest: Readonly<Record<string, readonly Edit[]>> = {
  [HANDLER]: [
    `import type { CommandHandler } from './handler.ts';

const NEXT = { normal: 'right', right: 'inverted', inverted: 'left', left: 'normal' } as const;

export const rotateScreen: CommandHandler<'rotate-screen'> = async (_payload, { displays }) => {
  const { rotation, fixed } = await displays.state();
  if (fixed) throw new Error('The profile sets the monitors.');
  await displays.change({ rotation: NEXT[rotation] });
  return '';
};
`,
  ],
  [REGISTRY]: [
    ['import { runShellCommand }', "import { rotateScreen } from './rotate-screen.ts';\nimport { runShellCommand }"],
    ['  shell: runShellCommand,', "  'rotate-screen': rotateScreen,\n  shell: runShellCommand,"],
  ],
  [CONTEXT]: [
    [
      'import type { LogEntry }',
      "import type { BridgeInput, BridgeOutput } from '@berth/contract/bridge/methods';\nimport type { LogEntry }",
    ],
    [
      '  readonly showHome:',
      `  readonly displays: {
    state(): Promise<BridgeOutput<'get_displays'>>;
    change(change: BridgeInput<'change_displays'>): Promise<void>;
  };
  readonly showHome:`,
    ],
  ],
  [PARTS]: [
    ['const { home, sessions,', 'const { home, displays, sessions,'],
    ['      writeLog,\n', '      writeLog,\n      displays,\n'],
  ],
  [MENU]: [['  shell: IconTerminal2,', "  'rotate-screen': IconRotate,\n  shell: IconTerminal2,"]],
};

const texts = {
  audit: { 'audit.action.machineActions.rotateScreen': 'x' },
  console: { 'console.command.rotate-screen': 'x' },
  machines: {
    'machines.action.rotate-screen': 'x',
    'machines.action.rotate-screen.done': '{name}',
    'machines.action.rotate-screen.waits': '{name}',
    'machines.bulk.rotate-screen.title': '{count, number}',
  },
};

/** Adds texts to a copy in every language. Their wording is not part of this test. */
function addTexts(root: string): void {
  for (const language of LANGUAGES) {
    for (const [area, added] of Object.entries(texts)) {
      edit(root, { [`packages/contract/src/texts/${language}/${area}.json`]: ['{\n', `{\n${lines(added)}`] });
    }
  }
}

function lines(added: Readonly<Record<string, string>>): string {
  return Object.entries(added)
    .map(([key, text]) => `  ${JSON.stringify(key)}: ${JSON.stringify(text)},\n`)
    .join('');
}

/** What the server, CLI and audit log of a copy know of the command. */
function known(root: string): unknown {
  const script = `
    import { AUDIT_ACTIONS } from './packages/contract/src/api/all.ts';
    import { ENDPOINTS } from './packages/contract/src/api/all.ts';
    import { sendBatch } from './packages/contract/src/api/command-batches.ts';
    import { createSchedule } from './packages/contract/src/api/schedules.ts';
    import { CommandMessage } from './packages/contract/src/device/messages.ts';
    import { commandRoutes } from './packages/server/src/features/commands/routes.ts';
    import { COMMANDS } from './packages/cli/src/commands/all.ts';
    const call = ENDPOINTS.find(({ path }) => path === '/machines/{id}/rotate-screen');
    console.log(JSON.stringify({
      permission: call.permission,
      route: commandRoutes({}).some(({ endpoint }) => endpoint === call),
      audit: AUDIT_ACTIONS.includes(call.id),
      batch: sendBatch.body.properties.type.enum.includes('rotate-screen'),
      schedule: createSchedule.body.properties.type.enum.includes('rotate-screen'),
      machine: CommandMessage.properties.command.enum.includes('rotate-screen'),
      commandLine: COMMANDS.some(({ name }) => name === 'machines rotate'),
    }));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' });
  return JSON.parse(output);
}

const users = {
  device: ['src/features/commands/commands.ts', 'src/agent/cloud-parts.ts'],
  console: ['src/areas/audit/words.ts', 'src/areas/machines/actions/commands.ts'],
};

const faultsIn = async (root: string) =>
  (await Promise.all(Object.entries(users).map(([name, files]) => filesWithTypeErrors(root, name, files)))).flat();

it('a new command needs its entry, its implementation on the machine, and its icon', { timeout: 300_000 }, async () => {
  const root = copyOf(['contract', 'server', 'device', 'web', 'console', 'session', 'cli', 'testing']);
  edit(root, { [TABLE]: entry });
  addTexts(root);
  expect(await faultsIn(root)).toEqual([REGISTRY, MENU]);
  expect(known(root)).toEqual({
    permission: 'machine.command',
    route: true,
    audit: true,
    batch: true,
    schedule: true,
    machine: true,
    commandLine: true,
  });

  for (const [file, edits] of Object.entries(rest)) for (const each of edits) edit(root, { [file]: each });
  expect(await faultsIn(root)).toEqual([]);
  expect(localeFaults(root)).toEqual([]);
  expect(lintFiles(root)).toEqual([]);

  const touched = [TABLE, ...Object.keys(rest)];
  expect(touched.length).toBeLessThanOrEqual(9);
  const page = readFileSync(join(repository, 'docs/architecture.md'), 'utf8');
  const steps = /## To add a command\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
  for (const file of touched.filter((each) => each !== HANDLER)) expect(steps).toContain(`(../${file})`);
});
