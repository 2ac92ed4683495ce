import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { diskThatRan, expectAnswer, newLife } from './os-life.mjs';

const LIMIT_MS = 90 * 60_000;
/** From the order of an update to the proof of the new version, if nothing is known yet. */
const UPDATE_MS = 420_000;

/**
 * Cuts the power at random moments between the order of an update and the proof of the new version. Each machine must come up
 * with the old or the new version, and a repeated order must get it to the new one.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function provePowerCuts(proof) {
  const { tell, trials, seed } = proof;
  const disk = await diskThatRan(proof, ['1.1']);
  const random = randomFrom(seed);
  let survived = 0;
  let cut = 0;
  for (let trial = 1; trial <= trials; trial += 1) {
    const afterMs = Math.round(random() * UPDATE_MS);
    try {
      const at = await cutOnce(proof, disk, afterMs);
      if (at === null) {
        tell(`power cut ${trial}: the new version had proved itself before ${Math.round(afterMs / 1000)} s`);
        continue;
      }
      cut += 1;
      survived += 1;
      tell(`power cut ${trial} after ${Math.round(afterMs / 1000)} s: ${at}`);
    } catch (error) {
      cut += 1;
      tell(`power cut ${trial} after ${Math.round(afterMs / 1000)} s: NOT survived: ${error}`);
    }
  }
  tell(`seed ${seed}: survived ${survived} of ${cut} power cuts`);
  if (survived < cut) throw new Failure('a machine did not survive a power cut.');
}

/**
 * What happened; null: the update was over before.
 * @param {import('./os-life.mjs').Proof} proof
 * @param {string} disk
 * @param {number} afterMs
 */
async function cutOnce(proof, disk, afterMs) {
  const life = await newLife(proof, disk, LIMIT_MS);
  let step = 'the order';
  const update = async () => {
    expectAnswer(await life.update('1.2'), /is installed/);
    step = 'the reboot';
    await life.reboot();
    await life.runs('1.2');
    step = 'the trial';
    await life.runs('1.2', true);
    step = 'the end';
  };
  try {
    void life.powerOn();
    await life.runs('1.1', true);
    const going = update();
    // It never settles once the power is cut.
    going.catch(() => {});
    await Promise.race([pause(afterMs, undefined, { signal: life.signal }), going]);
    if (step === 'the end') return null;
    const during = step;
    await life.powerOff();
    void life.powerOn();
    const { version, failed } = await life.cloud.reports(() => true, life.signal);
    if (failed.length > 0) throw new Failure(`${JSON.stringify(failed)} after a cut at ${during}.`);
    if (version === '1.1') {
      const answer = await life.update('1.2');
      expectAnswer(answer, /is installed/);
      await life.reboot();
    }
    await life.runs('1.2', true);
    return `at ${during}; ${version} came up, then 1.2 proved itself`;
  } finally {
    await life.end();
  }
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
