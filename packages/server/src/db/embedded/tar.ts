import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { StartError } from '../../platform/start-error.ts';

/** Exit code for a file that changed or disappeared while it was read, as in a running database. */
const CHANGED = 1;

/** Runs the system's tar. @throws StartError with the output of tar. */
export async function tar(args: readonly string[]): Promise<string> {
  // Messages in English, because they are shown unchanged.
  const work = promisify(execFile)('env', ['LC_ALL=C', 'tar', ...args], { maxBuffer: 64 * 1024 * 1024 });
  const failed = (error: { code?: unknown; stdout?: string; stderr?: string; message: string }) => {
    if (error.code === CHANGED) return { stdout: error.stdout ?? '' };
    throw new StartError(
      `tar failed: ${error.stderr?.trim() || error.message}`,
      'Check that the disk has free space and that this user can read and write the named files.',
      { cause: error },
    );
  };
  return (await work.catch(failed)).stdout;
}
