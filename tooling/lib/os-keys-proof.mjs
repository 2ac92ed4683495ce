import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { expectAnswer, newLife } from './os-life.mjs';
import { startTpm } from './os-machine.mjs';
import { isRefused } from './os-secure-boot-proof.mjs';

const LIMIT_MS = 90 * 60_000;
const LOOK_MS = 500;
const BOOT = '/usr/lib/berth-os/boot';
/** That the next start replaces the keys. */
const ORDER = '/var/lib/berth-os/replace-keys';
const FACTS = [
  'cat /sys/class/tpm/tpm0/pcr-sha256/7',
  `for each in db-d719b2cb-3d3a-4596-a3bc-dad00e67656f KEK-8be4df61-93ca-11d2-aa0d-00e098032b8c PK-8be4df61-93ca-11d2-aa0d-00e098032b8c; do
    cat /sys/firmware/efi/efivars/$each | tail -c +5 | cmp -s - ${BOOT}/keys/next && echo next || echo other; done | sort -u | xargs`,
  `cmp -s /boot/EFI/BOOT/BOOTX64.EFI ${BOOT}/EFI/BOOT/BOOTX64.EFI && echo own || echo other`,
  // The slots that the TPM opens, and what of it they ask for.
  "cryptsetup luksDump /dev/disk/by-partlabel/berth-var | grep -E 'tpm2-hash-pcrs' | xargs",
].join('; ');

/**
 * A computer under the first boot key takes 1.8, which both keys have signed, replaces the firmware's keys though the power is
 * cut, opens its disk by the TPM each time, takes 1.9, which the second key alone has signed, and starts 1.1 no more.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveKeys(proof) {
  const { folder, own, tell } = proof;
  const image = (/** @type {string} */ version) => join(folder, version, 'disk.raw');
  const life = await newLife(proof, image('1.1'), LIMIT_MS);
  const tpmFolder = join(own, 'tpm');
  let tpm = await startTpm(tpmFolder);
  const powerOn = () => void life.powerOn({ tpm: tpm.socket, knowsSecureBoot: true });
  const facts = async () => {
    const { secureBoot, diskEncryption } = life.cloud.hardware ?? {};
    if (secureBoot !== 'on' || diskEncryption !== 'tpm')
      throw new Failure(`Secure Boot is ${secureBoot}, encryption ${diskEncryption}.`);
    const [pcr = '', keys, loader, slots] = (await life.ask(FACTS)).trim().split('\n');
    tell(`PCR 7 ${pcr.slice(0, 12)}…, keys ${keys}, loader ${loader}, slots ${slots}`);
    return { pcr, keys, loader, slots };
  };
  try {
    powerOn();
    await life.runs('1.1', true);
    const first = await facts();
    expectAnswer(await life.update('1.9'), /can be installed from version 1\.8/, false);
    expectAnswer(await life.update('1.8'), /is installed/);
    await life.reboot();
    await life.runs('1.8', true);
    while ((await life.ask(`cat ${ORDER}`)).trim() !== '0') await pause(LOOK_MS, undefined, { signal: life.signal });
    if ((await facts()).loader !== 'own') throw new Failure('the boot partition has another loader.');
    expectAnswer(
      await life.update('1.9'),
      /does not know the key that signed version 1\.9\. Restart the machine first/,
      false,
    );

    const before = life.lines.length;
    void life.cloud.order('reboot', life.signal).catch(() => {});
    await said(life, before, /New TPM2 token enrolled/);
    tell('the power is cut, after the TPM was told of the change');
    await life.powerOff();
    await tpm.stop();
    tpm = await startTpm(tpmFolder);
    const again = life.lines.length;
    powerOn();
    await said(life, again, /firmware's keys are replaced: restarts/);
    tell('the firmware has other keys');
    await life.runs('1.8', true);
    const replaced = await facts();
    if (replaced.keys !== 'next' || replaced.slots !== 'tpm2-hash-pcrs: 7' || replaced.pcr === first.pcr)
      throw new Failure('the keys are not replaced.');
    // A damaged 1.8 would lead to it, and the firmware refuses it.
    while (/berth_1\.1/.test(await life.ask('ls /boot/EFI/Linux')))
      await pause(LOOK_MS, undefined, { signal: life.signal });
    tell("1.1's kernel is gone");

    expectAnswer(await life.update('1.9'), /is installed/);
    await life.reboot();
    await life.runs('1.9', true);
    await life.restart();
    await life.runs('1.9', true);
    const last = await facts();
    if (last.pcr !== replaced.pcr) throw new Failure('PCR 7 changed again.');
    if (life.lines.some((line) => /Recovery key, from the console/.test(line)))
      throw new Failure('it asked for the recovery key.');
    await life.powerOff();
    await tpm.stop();
    const parts = { disk: join(own, 'former.raw'), firmware: join(own, 'firmware'), tpm: tpmFolder };
    tell(`1.1, which the former key alone has signed: ${await isRefused(parts, '1.1', image('1.1'))}`);
  } finally {
    await life.end();
    await tpm.stop();
  }
}

/**
 * Waits for a line of the serial console, of those after the first ones.
 * @param {import('./os-life.mjs').Life} life
 * @param {number} from
 * @param {RegExp} words
 */
async function said({ lines, signal }, from, words) {
  while (!lines.slice(from).some((line) => words.test(line))) await pause(LOOK_MS / 10, undefined, { signal });
}
