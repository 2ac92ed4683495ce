import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run.mjs';

/** The automatic updates of a fresh Debian take minutes. */
const WAIT_SECONDS = 900;
const AGAIN_MS = 2_000;
/** What apt says of a lock, with the process that holds it where it knows. */
const LOCKED = /(?:Could not get lock|Unable to (?:lock|acquire)) .*?(?:held by (process \d+ \([^)]+\))|$)/m;

/**
 * Runs apt-get. Where another apt is at work it waits for that one, and says so: installing waits inside of apt, which
 * knows no such wait for its lists.
 * @param {readonly string[]} args
 * @param {(text: string) => void} tell Is given what it waits for, and an empty text once it goes on.
 * @param {{ env?: NodeJS.ProcessEnv, waitSeconds?: number, againMs?: number }} [options]
 */
export async function aptGet(args, tell, { env = {}, waitSeconds = WAIT_SECONDS, againMs = AGAIN_MS } = {}) {
  const deadline = Date.now() + waitSeconds * 1000;
  for (;;) {
    let isWaiting = false;
    const outcome = await run('apt-get', ['-o', `DPkg::Lock::Timeout=${waitSeconds}`, ...args], {
      // Its messages are read here.
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
