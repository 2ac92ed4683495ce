import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { expectAnswer, newLife } from './os-life.mjs';

const LIMIT_MS = 90 * 60_000;
/** @param {string} folder */
const fill = (folder) => `dd if=/dev/zero of=${folder}/fill bs=64k 2>&1 | tail -n 1; sync; df -m ${folder} | tail -n 1`;

/**
 * An update of a machine whose /var is full, and then of one whose boot partition is full: it says so, the running version
 * goes on and starts again, and once there is room the update succeeds.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveFull(proof) {
  const { tell } = proof;
  const life = await newLife(proof, join(proof.folder, '1.1', 'disk.raw'), LIMIT_MS);
  try {
    void life.powerOn();
    await life.runs('1.1', true);
    for (const [folder, words] of /** @type {const} */ ([
      ['/var', /MB more on \/var, and 0 MB are free/],
      ['/boot', /MB on the boot partition, and 0 MB are free/],
    ])) {
      tell(`${folder} is filled: ${await life.ask(fill(folder))}`);
      const answer = await life.update('1.2');
      expectAnswer(answer, words, false);
      tell(`an update with a full ${folder}: ${answer.output}`);
      await life.restart();
      const { failed, next } = await life.runs('1.1', true);
      if (failed.length > 0 || next !== null) throw new Failure('a version counts as installed, or as failed.');
      tell(
        `1.1 starts with a full ${folder}: ${await life.ask(`ls /boot/EFI/Linux; rm ${folder}/fill; sync; df -m ${folder} | tail -n 1`)}`,
      );
    }
    expectAnswer(await life.update('1.2'), /is installed/);
    await life.reboot();
    await life.runs('1.2', true);
    tell('with room, 1.2 was installed and proved itself');
  } finally {
    await life.end();
  }
}
