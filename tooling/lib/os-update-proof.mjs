import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { expectAnswer, newLife } from './os-life.mjs';

const LIMIT_MS = 90 * 60_000;
const BOOT_FACTS =
  'systemd-analyze; findmnt -no SOURCE,FSTYPE,OPTIONS / /var; veritysetup status root | grep -E "status|mode"; touch /usr/x; ls /boot/EFI/Linux /boot/loader';

/**
 * The first version boots; the second is fetched over cut connections, starts and proves itself; the third does not boot,
 * and the machine returns by itself, remembers it, and refuses it and an older manifest.
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveUpdates(proof) {
  const { tell } = proof;
  // Whole files, which are long enough to be cut.
  const life = await newLife(proof, join(proof.folder, '1.1', 'disk.raw'), LIMIT_MS, { sendsParts: false });
  try {
    tell('power on');
    void life.powerOn();
    await life.runs('1.1');
    tell(await life.ask(BOOT_FACTS));

    const ordered = Date.now();
    expectAnswer(await life.update('1.2'), /1\.2 is installed/);
    tell(`version 1.2 was fetched and written in ${Math.round((Date.now() - ordered) / 1000)} s`);
    if (life.cloud.resumed === 0) throw new Failure('no download was resumed.');
    await life.cloud.reports(({ next }) => next === '1.2', life.signal);
    const rebooted = Date.now();
    await life.reboot();
    await life.runs('1.2');
    tell(`version 1.2 runs, ${Math.round((Date.now() - rebooted) / 1000)} s after the order to reboot`);
    await life.runs('1.2', true);
    tell('version 1.2 has proved itself');

    expectAnswer(await life.update('1.3'), /1\.3 is installed/);
    await life.reboot();
    const { failed } = await life.cloud.reports(
      ({ version, failed: list }) => version === '1.2' && list.length > 0,
      life.signal,
    );
    if (failed[0]?.version !== '1.3' || failed[0].reason !== 'no-boot')
      throw new Failure('1.3 is not known as failed.');
    tell('version 1.3 failed, version 1.2 was started again');
    expectAnswer(await life.update('1.3'), /failed on this machine/, false);
    expectAnswer(await life.update('1.1'), /older than one that was followed/, false);
    tell('1.3 is not tried again, and the manifest of 1.1 is refused');
  } finally {
    await life.end();
  }
}
