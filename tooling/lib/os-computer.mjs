/**
 * What a computer consists of: files, and the socket of a TPM. `architecture`: as Node says it, this computer's if left out;
 * `first`: where the firmware begins, if not as it remembers;
 * `clock`: what its clock shows at power-on; `screen`: it has one, and its monitor's socket (QMP) is there; `knowsSecureBoot`: new firmware of this kind has no keys yet (setup mode).
 * @typedef {{ firmware: string, architecture?: string | undefined, disk?: string, stick?: string, first?: 'stick', clock?: string, tpm?: string, screen?: string, knowsSecureBoot?: boolean }} Computer
 */

/**
 * What differs between architectures. Not the processors `max`: with x64's, the emulation of Debian 12's qemu breaks the kernel
 * (cmpxchg16b), and arm64's signs each address, which takes long.
 */
const X64 = {
  program: 'qemu-system-x86_64',
  machine: 'q35',
  processor: 'Nehalem',
  code: '/usr/share/OVMF/OVMF_CODE_4M.fd',
  secureCode: '/usr/share/OVMF/OVMF_CODE_4M.secboot.fd',
  variables: '/usr/share/OVMF/OVMF_VARS_4M.fd',
  console: 'ttyS0',
};
const ARM64 = {
  program: 'qemu-system-aarch64',
  machine: 'virt',
  processor: 'cortex-a72',
  code: '/usr/share/AAVMF/AAVMF_CODE.fd',
  secureCode: '/usr/share/AAVMF/AAVMF_CODE.fd',
  variables: '/usr/share/AAVMF/AAVMF_VARS.fd',
  console: 'ttyAMA0',
};

/** @param {string} [architecture] */
export function kindOf(architecture = process.arch) {
  return architecture === 'arm64' ? ARM64 : X64;
}

/**
 * For qemu's program. One processor: a second one only waits for the first one's locks.
 * @param {Computer} computer
 */
export function argumentsFor({
  architecture,
  firmware,
  disk,
  stick,
  first,
  clock,
  tpm,
  screen,
  knowsSecureBoot = false,
}) {
  const kind = kindOf(architecture);
  const flash = 'if=pflash,format=raw';
  const usb = `usb-storage,drive=stick,removable=on,serial=STICK${first === 'stick' ? ',bootindex=1' : ''}`;
  // The system cannot write to the firmware's variables past the firmware.
  const isSecure = knowsSecureBoot && kind === X64;
  return [
    ['-nodefaults', '-machine', isSecure ? `${kind.machine},smm=on` : kind.machine, '-accel', 'tcg,thread=multi'],
    ['-cpu', kind.processor, '-smp', '1', '-m', '2048'],
    isSecure ? ['-global', 'driver=cfi.pflash01,property=secure,value=on'] : [],
    ['-drive', `${flash},readonly=on,file=${knowsSecureBoot ? kind.secureCode : kind.code}`],
    ['-drive', `${flash},file=${firmware}`],
    disk ? ['-drive', `if=virtio,format=raw,file=${disk}`] : [],
    stick ? ['-device', 'qemu-xhci', '-drive', `if=none,id=stick,format=raw,file=${stick}`, '-device', usb] : [],
    tpm ? ['-chardev', `socket,id=tpm,path=${tpm}`, '-tpmdev', 'emulator,id=tpm,chardev=tpm'] : [],
    tpm ? ['-device', 'tpm-tis,tpmdev=tpm'] : [],
    ['-device', 'virtio-rng-pci'],
    ['-nic', 'user,model=virtio-net-pci', '-device', 'i6300esb', '-display', 'none', '-serial', 'stdio'],
    screen ? ['-vga', 'std', '-qmp', `unix:${screen},server,nowait`] : [],
    ['-smbios', commandLineFor(kind.console)],
    clock ? ['-rtc', `base=${clock}`] : [],
  ].flat();
}

/**
 * The firmware's and the loader's part of a boot is what is left: the kernel counts from its own start.
 * @param {string} serial
 */
function commandLineFor(serial) {
  return `type=11,value=io.systemd.stub.kernel-cmdline-extra=${[
    `no_timer_check mitigations=off console=${serial}`,
    // A computer that does other work as well takes its time; its log says where it is.
    'systemd.default_device_timeout_sec=3600 systemd.watchdog_sec=600 systemd.journald.forward_to_console=1',
  ].join(' ')}`;
}
