import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { firstLine } from '../system/linux/x-server.ts';

/** A virtual graphics card that any number of monitors can be connected to. */
const DUMMY = `
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 64000
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  DefaultDepth 24
EndSection
Section "ServerFlags"
  Option "AutoAddDevices" "false"
EndSection
`;

/** Xorg with two monitors of 1024x768; returns its display. */
export async function startTwoMonitors(folder: string): Promise<string> {
  const config = join(folder, 'xorg.conf');
  await writeFile(config, DUMMY);
  const display = await start('Xorg', [
    '-config',
    config,
    '-logfile',
    join(folder, 'xorg.log'),
    '-novtswitch',
    '-sharevts',
    '-nolisten',
    'tcp',
    '-noreset',
  ]);
  plugIn(display);
  return display;
}

/** Connects the second monitor. */
function plugIn(display: string): void {
  execFileSync('xrandr', ['--addmode', 'DUMMY1', '1024x768'], { env: { ...process.env, DISPLAY: display } });
  execFileSync('xrandr', ['--output', 'DUMMY1', '--mode', '1024x768'], { env: { ...process.env, DISPLAY: display } });
}

/** Xvfb with a screen of 400x300 and no window manager; returns its display. */
export function startSmallScreen(): Promise<string> {
  return start('Xvfb', ['-screen', '0', '400x300x24', '-nolisten', 'tcp', '-noreset']);
}

/** Xephyr, whose monitor of 800x600 can be rotated; returns its display. */
export async function startTurnableMonitor(): Promise<string> {
  const around = await start('Xvfb', ['-screen', '0', '1000x1000x24', '-nolisten', 'tcp', '-noreset']);
  return start('Xephyr', ['-screen', '800x600', '-nolisten', 'tcp', '-noreset'], { DISPLAY: around });
}

async function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child: ChildProcess = spawn(program, ['-displayfd', '3', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  const number = await firstLine(child.stdio[3] as Readable);
  if (number === '') throw new Error(`${program} did not start.`);
  return `:${number}`;
}
