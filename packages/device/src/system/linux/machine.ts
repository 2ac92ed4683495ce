import { existsSync, readFileSync } from 'node:fs';
import { cpus, totalmem, uptime } from 'node:os';
import type { MachineFacts } from '../ports/machine.ts';

/** Made by Debian's package scripts when an update waits for a reboot. */
const REBOOT_REQUIRED = '/run/reboot-required';
const TEXT_MAX = 200;

/** What this computer says of itself. */
export function linuxMachine(): MachineFacts {
  return {
    hardware: {
      model: modelName(),
      cpu: (cpus()[0]?.model ?? 'unknown').trim().slice(0, TEXT_MAX),
      memoryMb: Math.round(totalmem() / 1024 ** 2),
      os: osName(),
    },
    bootId: read('/proc/sys/kernel/random/boot_id') || String(Math.round(Date.now() / 1000 - uptime())),
    uptime: () => Math.floor(uptime()),
    rebootNeeded: () => existsSync(REBOOT_REQUIRED),
  };
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
