import { execFile } from 'node:child_process';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { RemoteMonitor } from '@berth/contract/device/remote';
import { type KeyboardLayout, needsLatin } from '@berth/contract/profile/keyboard-layouts';
import type { Running } from '../ports/programs.ts';
import { pauseBootSplash } from './boot-splash.ts';
import { findProgram, startProgram } from './programs.ts';

const START_MS = 15_000;

interface XServer {
  readonly running: Running;
  /** Display name, for example `:99`. */
  readonly display: string;
}

/** An X server without a screen, on the first free display number. */
export function startXvfb(size: string): Promise<XServer> {
  return start('Xvfb', ['-screen', '0', `${size}x24`]);
}

/**
 * The X server of this computer's screen, on its first virtual console, without automatic blanking. What the screen shows stays
 * until something is drawn, with graphics drivers that can do that; others begin with black.
 */
export async function startXorg(): Promise<XServer> {
  const splash = await pauseBootSplash();
  try {
    const server = await start('Xorg', ['vt1', '-keeptty', '-s', '0', '-background', 'none']);
    void splash.end();
    return server;
  } catch (error) {
    await splash.resume();
    throw error;
  }
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
  // Xorg writes the display number once it accepts connections.
  const announced = running.child.stdio[3] as Readable;
  const number = await Promise.race([firstLine(announced), ended(running), late(name)]);
  announced.destroy();
  return { running, display: `:${number}` };
}

/** Programs read the time zone from this path, and see changes while they run. */
const TZ = process.env.TZ;

/** The part of the agent's environment that programs of the desktop get. */
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

/** The first line that a program writes to a pipe when it is ready; empty if it ended before. */
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

/** Layouts that are named after another country; others have the code of their country. */
const ELSEWHERE: Readonly<Partial<Record<KeyboardLayout, readonly string[]>>> = {
  AD: ['es', '-variant', 'cat'],
  CY: ['gr'],
  LI: ['ch'],
  LU: ['ch', '-variant', 'fr'],
  MC: ['fr'],
  SM: ['it'],
};

/** Sets the layout of every keyboard on a display. */
export async function setKeyboardLayout(display: string, layout: KeyboardLayout): Promise<void> {
  const setxkbmap = findProgram('setxkbmap');
  if (!setxkbmap) throw new Error('setxkbmap is not installed.');
  const [name = '', ...variant] = ELSEWHERE[layout] ?? [layout.toLowerCase()];
  // Addresses and many passwords cannot be typed without Latin letters.
  const latin = needsLatin(layout) ? { names: `${name},us`, toggle: ['-option', 'grp:alt_shift_toggle'] } : null;
  // The empty option clears the options of the previous layout.
  const options = ['-option', '', ...(latin?.toggle ?? [])];
  const args = ['-display', display, ...options, '-layout', latin?.names ?? name, ...variant];
  await promisify(execFile)(setxkbmap, args, { env: environment() });
}

/** ` 0: +*HDMI-1 1920/509x1080/286+0+0  HDMI-1`: pixels and millimeters, then the place. */
const LINE = /^\s*\d+: \S+ (\d+)\/\d+x(\d+)\/\d+\+(\d+)\+(\d+)/;

/** The monitors of an X display, left to right; empty if xrandr is missing or there are none. */
export function listMonitors(env: NodeJS.ProcessEnv): Promise<readonly RemoteMonitor[]> {
  return new Promise((resolve) => {
    execFile('xrandr', ['--listactivemonitors'], { env, timeout: 5_000 }, (error, output) =>
      resolve(error ? [] : readMonitors(output)),
    );
  });
}

/** Parses the output of `xrandr --listactivemonitors`. */
export function readMonitors(output: string): readonly RemoteMonitor[] {
  return output
    .split('\n')
    .flatMap((line) => {
      const [, width, height, x, y] = (LINE.exec(line) ?? []).map(Number);
      return width && height ? [{ x: x ?? 0, y: y ?? 0, width, height }] : [];
    })
    .sort((a, b) => a.x - b.x || a.y - b.y);
}
