import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sample } from './sample.ts';

const SIMULATOR = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url));

/** Starts the machines: the real agent over systems in memory, in a process of their own. Returns what ends it. */
export async function launchMachines(
  server: string,
  token: string,
  { organizationId, machines }: Sample,
  folder: string,
): Promise<() => Promise<void>> {
  // A server that was installed without its simulator has a demo whose machines are not there.
  if (!existsSync(SIMULATOR)) return async () => undefined;
  const list = join(folder, 'machines.json');
  await writeFile(list, JSON.stringify(machines));
  const args = ['--server', server, '--organization', organizationId, '--list', list, '--lively'];
  const child = spawn(process.execPath, ['--max-old-space-size=96', SIMULATOR, ...args], {
    // In the environment, because every user of the computer sees a program's arguments.
    env: { ...process.env, BERTH_TOKEN: token },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
}
