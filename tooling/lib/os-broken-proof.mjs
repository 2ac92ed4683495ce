import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { expectAnswer, newLife } from './os-life.mjs';

const LIMIT_MS = 180 * 60_000;
const LOOK_MS = 250;

/**
 * A machine with the first version is given others, one after the other, that are broken in a way of their own: it returns by
 * itself each time, says which version failed and why, and does not install it again.
 * @param {import('./os-life.mjs').Proof} proof
 * @param {Record<string, 'no-boot' | 'unhealthy'>} versions those of os-versions.mjs, in the order of their manifests
 */
export async function proveBroken(proof, versions) {
  const life = await newLife(proof, join(proof.folder, '1.1', 'disk.raw'), LIMIT_MS);
  try {
    void life.powerOn();
    await life.runs('1.1', true);
    for (const [version, reason] of Object.entries(versions)) await returns(life, version, reason, proof.tell);
    proof.tell(await life.ask('ls /boot/EFI/Linux; cat /var/lib/berth-os/versions.json'));
  } finally {
    await life.end();
  }
}

/**
 * @param {import('./os-life.mjs').Life} life
 * @param {string} broken
 * @param {string} reason
 * @param {(line: string) => void} tell
 */
async function returns(life, broken, reason, tell) {
  expectAnswer(await life.update(broken), /is installed/);
  const began = Date.now();
  await life.reboot();
  const { failed } = await life.cloud.reports(
    (system) => system.version === '1.1' && system.failed.some(({ version }) => version === broken),
    life.signal,
  );
  tell(
    `1.1 runs ${Math.round((Date.now() - began) / 1000)} s after the order to start ${broken}: ${JSON.stringify(failed)}`,
  );
  if (failed[0]?.version !== broken || failed[0].reason !== reason)
    throw new Failure(`${broken} is not known as ${reason}.`);
  const isTold = () =>
    life.cloud.logs.some(({ type, message }) => type === 'OS_VERSION_FAILED' && message.includes(broken));
  while (!isTold()) await pause(LOOK_MS, undefined, { signal: life.signal });
  expectAnswer(await life.update(broken), /failed on this machine/, false);
}
