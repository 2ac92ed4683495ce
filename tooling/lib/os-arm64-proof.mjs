import { join } from 'node:path';
import { ensureDebianPackages } from './debian.mjs';
import { Failure } from './failure.mjs';
import { expectAnswer, newLife } from './os-life.mjs';
import { ensureVersions } from './os-versions.mjs';

const LIMIT_MS = 120 * 60_000;
const FACTS =
  'uname -srm; systemd-analyze; findmnt -no SOURCE,FSTYPE /var; veritysetup status root | grep -E "status|mode"; ls /boot/EFI/BOOT /boot/EFI/Linux; wdctl --oneline; lsblk -dno NAME,SIZE,MODEL';
/** @type {readonly import('./debian.mjs').Need[]} */
const NEEDS = [
  { programs: ['qemu-system-aarch64'], packages: ['qemu-system-arm'] },
  { programs: ['/usr/share/AAVMF/AAVMF_CODE.fd'], packages: ['qemu-efi-aarch64'] },
];

/**
 * Versions for arm64, wherever they are built: a machine boots one and proves itself; the next is fetched, starts and proves
 * itself. Without a TPM: Debian's kernel for arm64 has no driver for qemu's (TIS).
 * @param {import('./os-life.mjs').Proof} proof
 */
export async function proveArm64(proof) {
  const { tell } = proof;
  const [folder, architecture] = [join(proof.folder, 'arm64'), 'arm64'];
  await ensureDebianPackages(NEEDS);
  const built = Date.now();
  await ensureVersions(folder, ['1.1', '1.2'], tell, architecture);
  tell(`versions for arm64 are there after ${Math.round((Date.now() - built) / 60_000)} minutes`);
  const life = await newLife({ ...proof, folder, architecture }, join(folder, '1.1', 'disk.raw'), LIMIT_MS);
  try {
    const started = Date.now();
    void life.powerOn();
    const { kind } = await life.runs('1.1');
    tell(`reports after ${Math.round((Date.now() - started) / 1000)} s: ${kind} 1.1`);
    tell(await life.ask(FACTS));
    if ((await life.ask('uname -m')).trim() !== 'aarch64') throw new Failure('the machine is not arm64.');
    await life.runs('1.1', true);
    tell(`has proved itself after ${Math.round((Date.now() - started) / 1000)} s`);
    expectAnswer(await life.update('1.2'), /1\.2 is installed/);
    await life.reboot();
    await life.runs('1.2', true);
    tell('version 1.2 was fetched, runs, and has proved itself');
  } finally {
    await life.end();
  }
}
