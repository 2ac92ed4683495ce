import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '../../platform/start-error.ts';

/** A file that changes or disappears while it is read, as a running database does all the time. */
const CHANGED = 1;

/** Runs the system's tar. @throws StartError with what tar said. */
export async function tar(args: readonly string[]): Promise<string> {
  // Its messages in one language: they are shown as they are.
  const work = promisify(execFile)('env', ['LC_ALL=C', 'tar', ...args], { maxBuffer: 64 * 1024 * 1024 });
  const failed = (error: { code?: unknown; stdout?: string; stderr?: string; message: string }) => {
    if (error.code === CHANGED) return { stdout: error.stdout ?? '' };
    throw new StartError(
      `tar failed: ${error.stderr?.trim() || error.message}`,
      'See that there is room on the disk and that this user may read and write what it names.',
      { cause: error },
    );
  };
  return (await work.catch(failed)).stdout;
}
