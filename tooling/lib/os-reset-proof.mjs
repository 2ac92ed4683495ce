import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { newLife } from './os-life.mjs';
import { startTpm } from './os-machine.mjs';

const LIMIT_MS = 40 * 60_000;
const LOOK_MS = 500;
/** Files of whoever used the machine. */
const LEFT = '/var/lib/left /var/lib/NetworkManager/system-connections/left /var/lib/berth/left /var/tmp/left';
const FACTS = `ls ${LEFT} 2>/dev/null; cat /etc/machine-id /proc/sys/kernel/random/boot_id; sha256sum </var/lib/berth-os/recovery-key`;

/**
 * A factory reset restarts the machine by itself, makes its encrypted partition anew with other keys, and makes it another
 * machine, of the same version.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveReset(proof) {
  const { tell } = proof;
  const life = await newLife(proof, join(proof.folder, '1.1', 'disk.raw'), LIMIT_MS);
  const tpm = await startTpm(join(proof.own, 'tpm'));
  const facts = async () => {
    if (life.cloud.hardware?.diskEncryption !== 'tpm') throw new Failure('the disk is not encrypted.');
    return (await life.ask(FACTS)).trim().split('\n');
  };
  try {
    void life.powerOn({ tpm: tpm.socket });
    await life.runs('1.1');
    const machine = life.cloud.machine;
    await life.ask(`touch ${LEFT}`);
    const before = await facts();
    tell(`before: ${machine} ${before.join(' ')}`);
    const ordered = Date.now();
    await life.cloud.order('factory-reset', life.signal);
    while (life.cloud.machine === machine) await pause(LOOK_MS, undefined, { signal: life.signal });
    await life.runs('1.1');
    tell(`another machine connects ${Math.round((Date.now() - ordered) / 1000)} s after the order`);
    const after = await facts();
    tell(`after: ${life.cloud.machine} ${after.join(' ')}`);
    if (before.length !== LEFT.split(' ').length + 3) throw new Failure('the files were not made.');
    if (after.length !== 3) throw new Failure(`something is left: ${after.join(' ')}.`);
    if (after.some((fact) => before.includes(fact)))
      throw new Failure('it is the same machine, the same start, or the same key.');
  } finally {
    await life.end();
    await tpm.stop();
  }
}
