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
    'packages/server/src/features/schedules/job.ts': 'await insertCommand(tx, key, command);\n',
  });
  expect(waysAroundShellGate(root)).toEqual([
    "packages/device/src/agent/buttons.ts:1 uses the machine's shell beside its gate",
    "packages/device/src/agent/buttons.ts:2 uses the machine's shell beside its gate",
    "packages/device/src/agent/other.ts:1 uses the machine's shell beside its gate",
    "packages/device/src/agent/types.ts:1 uses the machine's shell beside its gate",
    'packages/server/src/features/schedules/job.ts:1 orders a command beside the gate to the shell',
  ]);
});
