import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, uptime } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { localeHints } from '../locale-hints.ts';
import type { Clock, Hardware, MachineFacts, Power } from '../ports/machine.ts';
import { processZone } from '../process-zone.ts';
import { BusService } from './dbus.ts';
import { diskEncryption } from './disk-encryption.ts';
import { networkInterfaces } from './interfaces.ts';
import { findProgram } from './programs.ts';
import { secureBoot } from './secure-boot.ts';

/** Made by Debian's package scripts when an update waits for a reboot. */
const REBOOT_REQUIRED = 'reboot-required';
const TEXT_MAX = 200;
/** Free disk space is rounded down to this unit, so that only relevant changes are reported. */
const FREE_STEP_MB = 1_024;
/** Times that differ by more than this count as changed. */
const STEADY_MS = 1_000;
const MB = 1024 ** 2;

/**
 * The facts about this computer.
 * @param run Folder in which Debian's scripts request a reboot.
 * @param boot Folder of kernels.
 * @param etc Folder of the keyboard and language configured by Debian's installer.
 */
export function linuxMachine(run = '/run', boot = '/boot', etc = '/etc'): MachineFacts {
  const hasNewKernel = kernelWatch(boot);
  return {
    hardware,
    bootId: read('/proc/sys/kernel/random/boot_id') || String(Math.round(Date.now() / 1000 - uptime())),
    uptime: () => Math.floor(uptime()),
    rebootNeeded: () => existsSync(join(run, REBOOT_REQUIRED)) || hasNewKernel(),
    localeHints: () => localeHints(process.env, etc),
  };
}

/** Called every second: reads the folder only if a file was added or removed, or the clock was set. */
function kernelWatch(boot: string): () => boolean {
  let seen = { changedAt: Number.NaN, clock: Number.NaN, answer: false };
  return () => {
    const changedAt = statSync(boot, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const clock = Date.now() - performance.now();
    // Initially NaN, for which every comparison is false.
    if (changedAt === seen.changedAt && Math.abs(clock - seen.clock) < STEADY_MS) return seen.answer;
    const answer = hasNewKernel(boot);
    // A second change at the same timestamp must not be missed.
    seen = { changedAt: Date.now() - changedAt > STEADY_MS ? changedAt : Number.NaN, clock, answer };
    return answer;
  };
}

// Debian without unattended-upgrades does not report a new kernel. A file's change time is its installation time.
function hasNewKernel(boot: string): boolean {
  const bootedAt = Date.now() - uptime() * 1_000;
  try {
    const kernels = readdirSync(boot).filter((name) => name.startsWith('vmlinuz-'));
    return kernels.some((name) => statSync(join(boot, name)).ctimeMs > bootedAt);
  } catch {
    return false;
  }
}

function hardware(): Hardware {
  return {
    model: modelName(),
    cpu: (cpus()[0]?.model ?? 'unknown').trim().slice(0, TEXT_MAX),
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / MB),
    os: osName(),
    kernel: release().slice(0, TEXT_MAX),
    ...text('serial', read('/sys/class/dmi/id/product_serial'), 100),
    ...text('firmware', read('/sys/class/dmi/id/bios_version'), TEXT_MAX),
    ...disk(),
    ...protection(),
    interfaces: networkInterfaces(),
  };
}

/** Size and free space of the disk with the machine's data; empty if they cannot be read. */
function disk(): Pick<Hardware, 'diskMb' | 'diskFreeMb'> {
  try {
    const { bsize, blocks, bavail } = statfsSync('/var');
    const freeMb = (bsize * bavail) / MB;
    return {
      diskMb: Math.round((bsize * blocks) / MB),
      diskFreeMb: Math.floor(freeMb / FREE_STEP_MB) * FREE_STEP_MB,
    };
  } catch {
    return {};
  }
}

function protection(): Pick<Hardware, 'diskEncryption' | 'secureBoot'> {
  const encryption = diskEncryption();
  const boot = secureBoot();
  return {
    ...(encryption === undefined ? {} : { diskEncryption: encryption }),
    ...(boot === undefined ? {} : { secureBoot: boot }),
  };
}

function text<Name extends 'serial' | 'firmware'>(
  name: Name,
  value: string,
  max: number,
): Partial<Record<Name, string>> {
  return value === '' ? {} : ({ [name]: value.slice(0, max) } as Record<Name, string>);
}

function modelName(): string {
  const vendor = read('/sys/class/dmi/id/sys_vendor');
  const product = read('/sys/class/dmi/id/product_name') || read('/proc/device-tree/model').replaceAll('\0', '');
  return [vendor, product].filter(Boolean).join(' ').slice(0, TEXT_MAX) || 'unknown';
}

function osName(): string {
  const name = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(read('/etc/os-release'))?.[1] ?? 'Linux';
  return name.slice(0, TEXT_MAX);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}

const run = promisify(execFile);
const ORDER_MS = 20_000;

/** Power commands through systemd. */
export function linuxPower(): Power {
  return {
    reboot: () => order('reboot'),
    powerOff: () => order('poweroff'),
    suspend: () => order('suspend'),
  };
}

async function order(verb: 'reboot' | 'poweroff' | 'suspend'): Promise<void> {
  const systemctl = findProgram('systemctl');
  if (!systemctl) throw new Error('systemd is missing: this machine cannot be turned off or put to sleep from here.');
  await run(systemctl, ['--no-block', verb], { timeout: ORDER_MS });
}

const NAME = 'org.freedesktop.timedate1';
const PATH = '/org/freedesktop/timedate1';

/** The system's time zone, through systemd-timedated like timedatectl. */
export function linuxClock(): Clock {
  return {
    zone: processZone,
    setZone: async (zone) => {
      const service = await BusService.connect(NAME);
      try {
        // `false`: no password prompt, because the agent is root.
        await service.call(PATH, NAME, 'SetTimezone', 'sb', [zone, false]);
      } finally {
        service.close();
      }
      // Node reads the system's zone only at start.
      process.env.TZ = zone;
    },
  };
}
