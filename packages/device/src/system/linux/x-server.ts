import { execFile } from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { RemoteMonitor } from '@berth/contract/device/remote';
import type { KeyboardLayout } from '@berth/contract/profile/keyboard-layouts';
import type { Running } from '../ports/programs.ts';
import { findProgram, startProgram } from './programs.ts';

const START_MS = 15_000;

interface XServer {
  readonly running: Running;
  /** As programs know it: `:99`. */
  readonly display: string;
}

/** An X server without a screen, on the first free display number. */
export function startXvfb(size: string): Promise<XServer> {
  return start('Xvfb', ['-screen', '0', `${size}x24`]);
}

/** The X server of this computer's screen, on its first console; it never blanks on its own. */
export function startXorg(): Promise<XServer> {
  return start('Xorg', ['vt1', '-keeptty', '-s', '0']);
}

async function start(name: string, args: readonly string[]): Promise<XServer> {
  const program = required(name);
  const running = startProgram({
    program,
    args: ['-displayfd', '3', ...args, '-nolisten', 'tcp', '-noreset'],
    env: environment(),
    account: null,
    pipes: 1,
  });
  // It writes the number once it accepts connections.
  const announced = running.child.stdio[3] as Readable;
  const number = await Promise.race([firstLine(announced), ended(running), late(name)]);
  announced.destroy();
  return { running, display: `:${number}` };
}

/** Where the agent sets the computer's zone, programs read it there, and follow it while they run. */
const TZ = process.env.TZ;

/** What every program of the desktop gets to see of the agent's environment. */
export function environment(): Record<string, string> & { readonly PATH: string } {
  const kept = ['PATH', 'LANG', 'LC_ALL'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { PATH: '/usr/local/bin:/usr/bin:/bin', ...Object.fromEntries(kept), ...(TZ === undefined ? {} : { TZ }) };
}

function required(name: string): string {
  const program = findProgram(name);
  if (!program) throw new Error(`${name} is not installed.`);
  return program;
}

/** What a program writes to a pipe to say that it is ready; empty when it ended before. */
export async function firstLine(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}

async function ended({ exited }: Running): Promise<never> {
  const { code } = await exited;
  throw new Error(`The X server ended at once (${code}).`);
}

function late(name: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${name} did not start in time.`)), START_MS).unref();
  });
}

/** Countries whose keyboards are another country's; all others have a layout of their own code. */
const ELSEWHERE: Readonly<Partial<Record<KeyboardLayout, readonly string[]>>> = {
  CY: ['gr'],
  LI: ['ch'],
  LU: ['ch', '-variant', 'fr'],
  MC: ['fr'],
  SM: ['it'],
};

/** The layout of every keyboard on a display. */
export async function setKeyboardLayout(display: string, layout: KeyboardLayout): Promise<void> {
  const setxkbmap = findProgram('setxkbmap');
  if (!setxkbmap) throw new Error('setxkbmap is not installed.');
  const [name = '', ...variant] = ELSEWHERE[layout] ?? [layout.toLowerCase()];
  // An empty option first clears what an earlier layout set.
  const args = ['-display', display, '-option', '', '-layout', name, ...variant];
  await promisify(execFile)(setxkbmap, args, { env: environment() });
}

/** ` 0: +*HDMI-1 1920/509x1080/286+0+0  HDMI-1`: pixels and millimeters, then the place. */
const LINE = /^\s*\d+: \S+ (\d+)\/\d+x(\d+)\/\d+\+(\d+)\+(\d+)/;

/** The monitors of an X display, left to right; empty where xrandr is missing or the server has none. */
export function listMonitors(env: NodeJS.ProcessEnv): Promise<readonly RemoteMonitor[]> {
  return new Promise((resolve) => {
    execFile('xrandr', ['--listactivemonitors'], { env, timeout: 5_000 }, (error, output) =>
      resolve(error ? [] : readMonitors(output)),
    );
  });
}

/** Reads what `xrandr --listactivemonitors` prints. */
export function readMonitors(output: string): readonly RemoteMonitor[] {
  return output
    .split('\n')
    .flatMap((line) => {
      const [, width, height, x, y] = (LINE.exec(line) ?? []).map(Number);
      return width && height ? [{ x: x ?? 0, y: y ?? 0, width, height }] : [];
    })
    .sort((a, b) => a.x - b.x || a.y - b.y);
}
