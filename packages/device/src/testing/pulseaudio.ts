import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { testFolder } from './folders.ts';
import { eventually } from './wait.ts';

/** A PulseAudio of one test's own, with devices that play to nobody. Resolves with its address. */
export async function testPulseaudio(...devices: readonly string[]): Promise<string> {
  const folder = await testFolder();
  const socket = join(folder, 'native');
  const modules = [`module-native-protocol-unix socket=${socket} auth-anonymous=1`, ...devices];
  const server = spawn(
    'pulseaudio',
    [
      '-n',
      '--daemonize=no',
      '--exit-idle-time=-1',
      '--use-pid-file=no',
      '--disable-shm=yes',
      ...modules.flatMap((module) => ['--load', module]),
    ],
    { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: folder, XDG_RUNTIME_DIR: folder } },
  );
  onTestFinished(async () => {
    if (server.exitCode !== null) return;
    server.kill();
    await once(server, 'exit');
  });
  await eventually(() => access(socket), 15_000);
  return `unix:${socket}`;
}
