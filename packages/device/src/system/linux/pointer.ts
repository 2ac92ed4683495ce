import type { Running } from '../ports/programs.ts';
import type { Account } from './accounts.ts';
import { findProgram, startProgram } from './programs.ts';
import { environment } from './x-server.ts';

/** Long enough to read a page with the pointer beside the line. */
const REST_SECONDS = 10;

/**
 * Returns the start of a program that hides the pointer from the start, after a touch and where nobody moves it: a screen
 * that many people look at, or one without a mouse, shows none in its middle. It is back with the first movement or click.
 * Null if unclutter-xfixes is not installed: the pointer is then always visible.
 * @param seconds Time without a movement after which it is hidden.
 */
export function pointerHider(display: string, account: Account | null, seconds = REST_SECONDS): (() => Running) | null {
  const program = findProgram('unclutter-xfixes');
  if (!program) return null;
  const args = ['--timeout', String(seconds), '--start-hidden', '--hide-on-touch'];
  return () => startProgram({ program, args, env: { ...environment(), DISPLAY: display }, account });
}
