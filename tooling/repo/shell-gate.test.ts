import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { waysAroundShellGate } from './shell-gate.ts';

it('the machine shell is reachable only through its gate', () => {
  expect(waysAroundShellGate(repository)).toEqual([]);
});

it('reports another path to the shell', () => {
  const root = createRepository({
    'packages/device/src/agent/buttons.ts': 'export const press = ({ shell }) => {\n  shell.run("id");\n};\n',
    'packages/device/src/agent/other.ts': 'const { run } = system.shell;\n// the shell of a comment\n',
    'packages/device/src/features/commands/shell.ts': 'system.shell.run(command);\n',
    'packages/device/src/agent/types.ts': "import type { Shell } from '../system/ports/shell.ts';\n",
    'packages/device/src/features/power/off.ts': "import { exec } from 'node:child_process';\n",
    'packages/device/src/system/linux/clipboard.ts': "import { spawn } from 'node:child_process';\nspawn('/bin/sh');\n",
    'packages/device/src/system/linux/other.ts': "await import('child_process');\n",
    'packages/server/src/features/schedules/job.ts': 'await insertCommand(tx, key, command);\n',
    'packages/server/src/features/schedules/raw.ts': 'await sql`\n  INSERT INTO public.commands (id) values (1)`;\n',
    'packages/server/src/features/schedules/built.ts': "await tx.insertInto('commands').execute();\n",
    'packages/server/src/features/schedules/batch.ts': 'await sql`insert into command_batches (id) values (1)`;\n',
  });
  expect(waysAroundShellGate(root)).toEqual([
    "packages/device/src/agent/buttons.ts:1 uses the machine's shell beside its gate",
    "packages/device/src/agent/buttons.ts:2 uses the machine's shell beside its gate",
    "packages/device/src/agent/other.ts:1 uses the machine's shell beside its gate",
    "packages/device/src/agent/types.ts:1 uses the machine's shell beside its gate",
    'packages/server/src/features/schedules/built.ts:1 orders a command beside the gate to the shell',
    'packages/server/src/features/schedules/job.ts:1 orders a command beside the gate to the shell',
    'packages/server/src/features/schedules/raw.ts:2 orders a command beside the gate to the shell',
    'packages/device/src/features/power/off.ts:1 starts programs beside the gate to the shell',
    'packages/device/src/system/linux/other.ts:1 starts programs beside the gate to the shell',
    'packages/device/src/system/linux/clipboard.ts:2 runs a command line in a shell beside its gate',
  ]);
});
