import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run.mjs';

/** The automatic updates of a fresh Debian take minutes. */
const WAIT_SECONDS = 900;
const AGAIN_MS = 2_000;
/** apt's message about a lock, with the process that holds it if known. */
const LOCKED = /(?:Could not get lock|Unable to (?:lock|acquire)) .*?(?:held by (process \d+ \([^)]+\))|$)/m;

/**
 * Runs apt-get. Waits for another running apt, and reports it: apt itself waits when installing, but not when updating
 * its lists.
 * @param {readonly string[]} args
 * @param {(text: string) => void} tell Receives what apt waits for, and an empty string once it continues.
 * @param {{ env?: NodeJS.ProcessEnv, waitSeconds?: number, againMs?: number }} [options]
 */
export async function aptGet(args, tell, { env = {}, waitSeconds = WAIT_SECONDS, againMs = AGAIN_MS } = {}) {
  const deadline = Date.now() + waitSeconds * 1000;
  for (;;) {
    let isWaiting = false;
    const outcome = await run('apt-get', ['-o', `DPkg::Lock::Timeout=${waitSeconds}`, ...args], {
      // Its messages are parsed here.
      env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C', ...env },
      onText(text) {
        const locked = LOCKED.exec(text);
        if (locked) tell(waitingFor(locked));
        else if (isWaiting) tell('');
        isWaiting = locked !== null;
      },
    });
    const locked = outcome.code === 0 ? null : LOCKED.exec(outcome.output);
    if (!locked || Date.now() > deadline) return outcome;
    tell(waitingFor(locked));
    await pause(againMs);
    tell('');
  }
}

/** @param {RegExpExecArray} locked */
function waitingFor([, holder]) {
  return `waiting for another apt to end${holder ? `: ${holder}` : ''}`;
}
