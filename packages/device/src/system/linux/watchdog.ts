import { execFile } from 'node:child_process';
import type { Log } from '../log.ts';
import { findProgram } from './programs.ts';

/** Notifications per watchdog interval: one may be late. */
const SIGNS_PER_LIMIT = 3;

/**
 * Notifies systemd's watchdog while the event loop works: the unit's WatchdogSec restarts an agent that hangs. Does
 * nothing outside of the unit. systemd-notify reports for its parent process, so no other program of the unit can.
 * Source: sd_watchdog_enabled(3), systemd-notify(1).
 * @returns a function that stops the notifications.
 */
export function keepWatchdogQuiet(env: NodeJS.ProcessEnv, log: Log): () => void {
  const limitMs = Number(env.WATCHDOG_USEC ?? 0) / 1_000;
  const program = findProgram('systemd-notify');
  if (!(limitMs > 0) || env.NOTIFY_SOCKET === undefined || !program) return () => undefined;
  const { NOTIFY_SOCKET } = env;
  const tell = () =>
    execFile(program, ['--no-block', 'WATCHDOG=1'], { env: { NOTIFY_SOCKET } }, (error) => {
      if (error) log.warn({ err: error }, 'systemd did not take the sign of life');
    });
  tell();
  const timer = setInterval(tell, limitMs / SIGNS_PER_LIMIT);
  timer.unref();
  return () => clearInterval(timer);
}
