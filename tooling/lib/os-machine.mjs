import { spawn } from 'node:child_process';
import { copyFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './failure.mjs';
import { run } from './run.mjs';

const FIRMWARE = '/usr/share/OVMF/OVMF_CODE_4M.fd';
const VARIABLES = '/usr/share/OVMF/OVMF_VARS_4M.fd';
const DISK_BYTES = 8 * 1024 ** 3;
/** Where the boot partition begins, as systemd-repart lays it out. */
const ESP_AT = '1M';
/** The firmware's and the loader's part of a boot is what is left: the kernel counts from its own start. */
const PROGRAM = `type=11,value=io.systemd.stub.kernel-cmdline-extra=${[
  'no_timer_check mitigations=off console=ttyS0',
  // A computer that does other work as well takes its time; its log says where it is.
  'systemd.default_device_timeout_sec=3600 systemd.journald.forward_to_console=1',
].join(' ')}`;

/**
 * Starts a version's disk in qemu, without KVM, on a copy in `folder`.
 * @param {string} disk
 * @param {string} folder
 * @param {Record<string, string>} settings lines of berth.conf
 * @param {(line: string) => void} onLine the serial console
 */
export async function startOsMachine(disk, folder, settings, onLine) {
  const copy = join(folder, 'disk.raw');
  // Most of a disk is empty.
  const copied = await run('cp', ['--sparse=always', '--reflink=auto', disk, copy]);
  if (copied.code !== 0) throw new Failure(`${disk} could not be copied.`, copied.output);
  truncateSync(copy, DISK_BYTES);
  const conf = join(folder, 'berth.conf');
  writeFileSync(
    conf,
    Object.entries(settings)
      .map(([key, value]) => `${key}=${value}\n`)
      .join(''),
  );
  const written = await run('mcopy', ['-i', `${copy}@@${ESP_AT}`, conf, '::/berth.conf']);
  if (written.code !== 0) throw new Failure('berth.conf could not be written to the boot partition.', written.output);
  copyFileSync(VARIABLES, join(folder, 'variables'));
  const qemu = spawn('qemu-system-x86_64', argumentsFor(copy, join(folder, 'variables')), {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let rest = '';
  qemu.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = `${rest}${text}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  return { stop: () => qemu.kill('SIGKILL'), ended: new Promise((resolve) => qemu.on('exit', resolve)) };
}

/**
 * Not the processor `max`, with which the emulation of Debian 12's qemu breaks the kernel (cmpxchg16b); and one of it: a
 * second one only waits for the first one's locks.
 * @param {string} disk
 * @param {string} variables
 */
function argumentsFor(disk, variables) {
  const flash = 'if=pflash,format=raw';
  return [
    ['-nodefaults', '-machine', 'q35', '-accel', 'tcg,thread=multi', '-cpu', 'Nehalem', '-smp', '1', '-m', '2048'],
    ['-drive', `${flash},readonly=on,file=${FIRMWARE}`, '-drive', `${flash},file=${variables}`],
    ['-drive', `if=virtio,format=raw,file=${disk}`, '-device', 'virtio-rng-pci'],
    ['-nic', 'user,model=virtio-net-pci', '-device', 'i6300esb', '-display', 'none', '-serial', 'stdio'],
    ['-smbios', PROGRAM],
  ].flat();
}
