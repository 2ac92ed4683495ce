import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { endProgram } from './process.ts';

/** A system bus of a test's own, with the services that it starts there. */
export interface SystemBus {
  /** For the agent: where it finds the system bus. */
  readonly env: Readonly<Record<'DBUS_SYSTEM_BUS_ADDRESS', string>>;
  readonly start: (program: string, args: readonly string[]) => void;
  /** Starts a service as python3-dbusmock has it. */
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
    // Debian's Python is named because that is where the package puts it.
    mock: (template) => start('/usr/bin/python3', ['-m', 'dbusmock', '--template', template]),
    dispose: async () => {
      for (const program of programs.reverse()) await endProgram(program);
    },
  };
}
