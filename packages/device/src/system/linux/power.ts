import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Power } from '../ports/power.ts';
import { findProgram } from './programs.ts';

const run = promisify(execFile);
const ORDER_MS = 20_000;

/** The real machine's power, through systemd. */
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
