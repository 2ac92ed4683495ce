import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endProgram } from './process.ts';

/** A private system bus for a test, with the services that it starts. */
export interface SystemBus {
  /** Environment for the agent: the address of the system bus. */
  readonly env: Readonly<Record<'DBUS_SYSTEM_BUS_ADDRESS', string>>;
  readonly start: (program: string, args: readonly string[]) => void;
  /** Starts a service of python3-dbusmock. */
  readonly mock: (template: string) => void;
  readonly dispose: () => Promise<void>;
}

export async function startSystemBus(): Promise<SystemBus> {
  const daemon = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1']);
  const [line] = (await once(daemon.stdout, 'data')) as [Buffer];
  const env = { DBUS_SYSTEM_BUS_ADDRESS: line.toString().trim() };
  const programs: ChildProcess[] = [daemon];
  const start = (program: string, args: readonly string[]): void => {
    programs.push(spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...env } }));
  };
  return {
    env,
    start,
    // Debian's Python by path, because the package is installed there.
    mock: (template) => start('/usr/bin/python3', ['-m', 'dbusmock', '--template', template]),
    dispose: async () => {
      for (const program of programs.reverse()) await endProgram(program);
    },
  };
}
