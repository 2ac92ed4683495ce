import { execFile } from 'node:child_process';
import { findProgram } from './programs.ts';

/** Longer than it takes to stop drawing. */
const ANSWER_MS = 5_000;

/** What shows the brand while Berth OS starts (Plymouth), which has let go of the screen for an X server. */
export interface BootSplash {
  /** The X server is there. */
  end(): Promise<void>;
  /** It could not start: the brand is drawn again. */
  resume(): Promise<void>;
}

/**
 * Makes Plymouth let go of the screen. Its last picture stays until the X server has one. Where it does not run or does not
 * answer, nothing happens: the screen is more important than what came before it.
 */
export async function pauseBootSplash(): Promise<BootSplash> {
  const program = findProgram('plymouth');
  const say = (...args: readonly string[]): Promise<boolean> =>
    new Promise((resolve) => {
      if (!program) return resolve(false);
      execFile(program, args, { timeout: ANSWER_MS, killSignal: 'SIGKILL' }, (error) => resolve(error === null));
    });
  const isThere = (await say('--ping')) && (await say('deactivate'));
  const tell = async (...args: readonly string[]): Promise<void> => {
    if (isThere) await say(...args);
  };
  return { end: () => tell('quit', '--retain-splash'), resume: () => tell('reactivate') };
}
