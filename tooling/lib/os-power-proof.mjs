import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { diskThatRan, expectAnswer, newLife } from './os-life.mjs';

const LIMIT_MS = 180 * 60_000;
/** From the order of an update to the proof of the new version, until one was seen. */
const UPDATE_MS = 420_000;

/**
 * Cuts the power of machines at random moments between the order of an update and the proof of the new version. Each must come
 * back as the same machine with the old or the new version. An update is ordered again, and cut again, until it gets through.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function provePowerCuts(proof) {
  const { tell, trials, seed } = proof;
  const disk = await diskThatRan(proof, ['1.1']);
  const random = randomFrom(seed);
  const seen = { cut: 0, survived: 0, updated: 0, updateMs: UPDATE_MS };
  let machines = 0;
  while (seen.cut < trials && machines < trials) {
    machines += 1;
    try {
      await cutUntilUpdated(proof, disk, random, seen);
    } catch (error) {
      tell(`machine ${machines}: NOT survived: ${error}`);
    }
  }
  tell(
    `seed ${seed}: survived ${seen.survived} of ${seen.cut} power cuts; ${seen.updated} of ${machines} machines updated`,
  );
  if (seen.survived < seen.cut || seen.updated < machines) throw new Failure('a machine did not survive a power cut.');
}

/**
 * @param {import('./os-life.mjs').Proof} proof
 * @param {string} disk
 * @param {() => number} random
 * @param {{ cut: number, survived: number, updated: number, updateMs: number }} seen
 */
async function cutUntilUpdated({ tell, trials, ...proof }, disk, random, seen) {
  const life = await newLife({ tell, trials, ...proof }, disk, LIMIT_MS);
  try {
    void life.powerOn();
    await life.runs('1.1', true);
    const { machine } = life.cloud;
    for (let version = '1.1'; version === '1.1'; ) {
      const update = orderUpdate(life);
      const isLast = seen.cut >= trials;
      const afterMs = isLast ? LIMIT_MS : Math.round(random() * seen.updateMs);
      const ended = new AbortController();
      const signal = AbortSignal.any([life.signal, ended.signal]);
      await Promise.race([pause(afterMs, undefined, { signal }).catch(() => {}), update.done]);
      ended.abort();
      life.signal.throwIfAborted();
      if (update.step === 'the end') {
        seen.updateMs = Date.now() - update.began;
        tell(`1.2 proved itself ${Math.round(seen.updateMs / 1000)} s after its order`);
        break;
      }
      const during = update.step;
      seen.cut += 1;
      await life.powerOff();
      void life.powerOn();
      const system = await life.cloud.reports(() => true, life.signal);
      version = system.version;
      if (system.failed.length > 0) throw new Failure(`${JSON.stringify(system.failed)} after a cut at ${during}.`);
      if (life.cloud.machine !== machine) throw new Failure(`another machine came back after a cut at ${during}.`);
      // A version on trial has two starts, of which the cut took one.
      if (version !== '1.1') await life.runs('1.2', true);
      seen.survived += 1;
      tell(`power cut ${seen.cut} after ${Math.round(afterMs / 1000)} s, at ${during}: ${version} came up`);
    }
    seen.updated += 1;
  } finally {
    await life.end();
  }
}

/**
 * Orders the update, and says how far it has got.
 * @param {import('./os-life.mjs').Life} life
 */
function orderUpdate(life) {
  const run = async () => {
    expectAnswer(await life.update('1.2'), /is installed/);
    update.step = 'the reboot';
    await life.reboot();
    await life.runs('1.2');
    update.step = 'the trial';
    await life.runs('1.2', true);
    update.step = 'the end';
  };
  const update = { step: 'the order', began: Date.now(), done: Promise.resolve() };
  update.done = run();
  // It does not settle once the power is cut, or much later.
  update.done.catch(() => {});
  return update;
}

/**
 * Numbers from 0 to 1 that a seed always gives alike (mulberry32).
 * @param {number} seed
 */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
