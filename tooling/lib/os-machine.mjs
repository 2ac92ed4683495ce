import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from './failure.mjs';
import { run } from './run.mjs';

const FIRMWARE = '/usr/share/OVMF/OVMF_CODE_4M.fd';
const SECURE_FIRMWARE = '/usr/share/OVMF/OVMF_CODE_4M.secboot.fd';
const VARIABLES = '/usr/share/OVMF/OVMF_VARS_4M.fd';
export const DISK_BYTES = 8 * 1024 ** 3;
/** Where the boot partition begins, as systemd-repart lays it out. */
const ESP_AT = '1M';
/** The firmware's and the loader's part of a boot is what is left: the kernel counts from its own start. */
const PROGRAM = `type=11,value=io.systemd.stub.kernel-cmdline-extra=${[
  'no_timer_check mitigations=off console=ttyS0',
  // A computer that does other work as well takes its time; its log says where it is.
  'systemd.default_device_timeout_sec=3600 systemd.watchdog_sec=600 systemd.journald.forward_to_console=1',
].join(' ')}`;

/**
 * What a computer consists of: files, and the socket of a TPM. `first`: where the firmware begins, if not as it remembers;
 * `clock`: what its clock shows at power-on; `screen`: it has one, and its monitor's socket (QMP) is there; `knowsSecureBoot`: new firmware of this kind has no keys yet (setup mode).
 * @typedef {{ firmware: string, disk?: string, stick?: string, first?: 'stick', clock?: string, tpm?: string, screen?: string, knowsSecureBoot?: boolean }} Computer
 */

/**
 * A copy of a version's disk, in a file, with these settings.
 * @param {string} disk
 * @param {string} copy
 * @param {Record<string, string>} settings lines of berth.conf
 */
export async function prepareDisk(disk, copy, settings) {
  // Most of a disk is empty.
  const copied = await run('cp', ['--sparse=always', '--reflink=auto', disk, copy]);
  if (copied.code !== 0) throw new Failure(`${disk} could not be copied.`, copied.output);
  truncateSync(copy, DISK_BYTES);
  await writeSettings(copy, settings);
}

/**
 * Writes berth.conf to a disk's boot partition.
 * @param {string} copy
 * @param {Record<string, string>} settings its lines
 */
async function writeSettings(copy, settings) {
  const conf = `${copy}.conf`;
  const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}\n`);
  writeFileSync(conf, lines.join(''));
  const written = await run('mcopy', ['-o', '-i', `${copy}@@${ESP_AT}`, conf, '::/berth.conf']);
  if (written.code !== 0) throw new Failure('berth.conf could not be written to the boot partition.', written.output);
}

/**
 * An empty disk, in a file.
 * @param {string} file
 */
export function emptyDisk(file) {
  writeFileSync(file, '');
  truncateSync(file, DISK_BYTES);
}

/**
 * What firmware remembers of a computer that was never started.
 * @param {string} file
 */
export function newFirmware(file) {
  copyFileSync(VARIABLES, file);
}

/**
 * Starts the emulated TPM of a computer, for one of its lives.
 * @param {string} folder what it remembers
 */
export async function startTpm(folder) {
  mkdirSync(folder, { recursive: true });
  const socket = join(folder, 'socket');
  const args = ['socket', '--tpm2', '--tpmstate', `dir=${folder}`, '--ctrl', `type=unixio,path=${socket}`];
  const swtpm = spawn('swtpm', args, { stdio: 'inherit' });
  const ended = new Promise((resolve) => swtpm.on('exit', resolve));
  while (!existsSync(socket)) await pause(100);
  const stop = async () => {
    swtpm.kill();
    await ended;
    rmSync(socket, { force: true });
  };
  return { socket, stop };
}

/**
 * Starts a computer in qemu, without KVM.
 * @param {Computer} computer
 * @param {(line: string) => void} onLine the serial console
 */
export function startOsMachine(computer, onLine) {
  const qemu = spawn('qemu-system-x86_64', argumentsFor(computer), { stdio: ['ignore', 'pipe', 'inherit'] });
  let rest = '';
  qemu.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = `${rest}${text}`.split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => qemu.on('exit', () => resolve()));
  const stop = async () => {
    qemu.kill('SIGKILL');
    await ended;
  };
  return { stop, ended };
}

/**
 * Not the processor `max`, with which the emulation of Debian 12's qemu breaks the kernel (cmpxchg16b); and one of it: a
 * second one only waits for the first one's locks.
 * @param {Computer} computer
 */
function argumentsFor({ firmware, disk, stick, first, clock, tpm, screen, knowsSecureBoot = false }) {
  const flash = 'if=pflash,format=raw';
  const usb = `usb-storage,drive=stick,removable=on,serial=STICK${first === 'stick' ? ',bootindex=1' : ''}`;
  return [
    [
      '-nodefaults',
      '-machine',
      knowsSecureBoot ? 'q35,smm=on' : 'q35',
      '-accel',
      'tcg,thread=multi',
      '-cpu',
      'Nehalem',
      '-smp',
      '1',
      '-m',
      '2048',
    ],
    // The system cannot write to the firmware's variables past the firmware.
    knowsSecureBoot ? ['-global', 'driver=cfi.pflash01,property=secure,value=on'] : [],
    [
      '-drive',
      `${flash},readonly=on,file=${knowsSecureBoot ? SECURE_FIRMWARE : FIRMWARE}`,
      '-drive',
      `${flash},file=${firmware}`,
    ],
    disk ? ['-drive', `if=virtio,format=raw,file=${disk}`] : [],
    stick ? ['-device', 'qemu-xhci', '-drive', `if=none,id=stick,format=raw,file=${stick}`, '-device', usb] : [],
    tpm ? ['-chardev', `socket,id=tpm,path=${tpm}`, '-tpmdev', 'emulator,id=tpm,chardev=tpm'] : [],
    tpm ? ['-device', 'tpm-tis,tpmdev=tpm'] : [],
    ['-device', 'virtio-rng-pci'],
    ['-nic', 'user,model=virtio-net-pci', '-device', 'i6300esb', '-display', 'none', '-serial', 'stdio'],
    screen ? ['-vga', 'std', '-qmp', `unix:${screen},server,nowait`] : [],
    ['-smbios', PROGRAM],
    clock ? ['-rtc', `base=${clock}`] : [],
  ].flat();
}
