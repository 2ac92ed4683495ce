import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A system bus of a journey's own, with one service on it. */
export interface SystemBus {
  /** For the agent: where it finds the system bus. */
  readonly env: Readonly<Record<string, string>>;
  readonly dispose: () => Promise<void>;
}

export async function startSystemBus(program: string, args: readonly string[]): Promise<SystemBus> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1']);
  const [line] = (await once(daemon.stdout, 'data')) as [Buffer];
  const env = { DBUS_SYSTEM_BUS_ADDRESS: line.toString().trim() };
  const service = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } });
  return {
    env,
    dispose: async () => {
      await end(service);
      await end(daemon);
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
