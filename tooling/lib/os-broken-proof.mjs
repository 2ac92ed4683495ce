import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { expectAnswer, newLife } from './os-life.mjs';

const LIMIT_MS = 60 * 60_000;
const LOOK_MS = 250;

/**
 * A machine with the first version is given one that is broken in a way of its own: it returns by itself, says which
 * version failed and why, and does not install it again.
 * @param {import('./os-life.mjs').Proof} proof
 * @param {string} broken the version (os-versions.mjs)
 * @param {'no-boot' | 'unhealthy'} reason
 */
export async function proveBroken(proof, broken, reason) {
  const life = await newLife(proof, join(proof.folder, '1.1', 'disk.raw'), LIMIT_MS);
  try {
    void life.powerOn();
    await life.runs('1.1', true);
    expectAnswer(await life.update(broken), /is installed/);
    const began = Date.now();
    await life.reboot();
    const { failed } = await life.cloud.reports(
      ({ version, failed: list }) => version === '1.1' && list.length > 0,
      life.signal,
    );
    proof.tell(
      `1.1 runs again ${Math.round((Date.now() - began) / 1000)} s after the reboot: ${JSON.stringify(failed)}`,
    );
    if (failed[0]?.version !== broken || failed[0].reason !== reason)
      throw new Failure(`${broken} is not known as ${reason}.`);
    const isTold = () =>
      life.cloud.logs.some(({ type, message }) => type === 'OS_VERSION_FAILED' && message.includes(broken));
    while (!isTold()) await pause(LOOK_MS, undefined, { signal: life.signal });
    expectAnswer(await life.update(broken), /failed on this machine/, false);
    proof.tell(await life.ask('ls /boot/EFI/Linux; cat /var/lib/berth-os/versions.json'));
  } finally {
    await life.end();
  }
}
