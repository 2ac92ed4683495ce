import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { newLife } from './os-life.mjs';

const LIMIT_MS = 40 * 60_000;
const LOOK_MS = 500;
/** Files of whoever used the machine. */
const LEFT = '/var/lib/left /var/lib/NetworkManager/system-connections/left /var/lib/berth/left /var/tmp/left';
const FACTS = `ls ${LEFT} 2>/dev/null; cat /etc/machine-id; cat /proc/sys/kernel/random/boot_id`;

/**
 * A factory reset restarts the machine by itself, empties its own partition, and makes it another machine, of the same
 * version.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveReset(proof) {
  const { tell } = proof;
  const life = await newLife(proof, join(proof.folder, '1.1', 'disk.raw'), LIMIT_MS);
  const facts = async () => (await life.ask(FACTS)).trim().split('\n');
  try {
    void life.powerOn();
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
    if (before.length !== LEFT.split(' ').length + 2) throw new Failure('the files were not made.');
    if (after.length !== 2) throw new Failure(`something is left: ${after.join(' ')}.`);
    if (after.some((fact) => before.includes(fact))) throw new Failure('it is the same machine, or the same start.');
  } finally {
    await life.end();
  }
}
