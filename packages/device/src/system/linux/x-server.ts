import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Running } from '../ports/programs.ts';
import { type AltTab, openboxConfig } from './openbox-config.ts';
import { THEME_NAME, themeFiles } from './openbox-theme.ts';
import { findProgram, startProgram } from './programs.ts';

const START_MS = 15_000;

export interface XServer {
  readonly running: Running;
  /** As programs know it: `:99`. */
  readonly display: string;
}

/** An X server without a screen, on the first free display number. */
export function startXvfb(size: string): Promise<XServer> {
  return start('Xvfb', ['-screen', '0', `${size}x24`]);
}

/** The X server of this computer's own screen, on its first console, which never goes dark by itself. */
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

/** Our window manager, with the agent's own configuration, kept in `folder`, and nothing of a user's. */
export async function startOpenbox(display: string, folder: string): Promise<Running> {
  const program = required('openbox');
  const config = await writeOpenboxConfig(folder, 'machine');
  const theme = join(folder, 'themes', THEME_NAME, 'openbox-3');
  await mkdir(theme, { recursive: true });
  for (const [name, text] of Object.entries(themeFiles())) await writeFile(join(theme, name), text);
  return startProgram({
    program,
    args: ['--sm-disable', '--config-file', config],
    env: { ...environment(), DISPLAY: display, XDG_DATA_HOME: folder },
    account: null,
  });
}

/** Openbox reads it again when it is asked to. */
export async function writeOpenboxConfig(folder: string, altTab: AltTab): Promise<string> {
  const config = join(folder, 'rc.xml');
  await writeFile(config, openboxConfig(altTab));
  return config;
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
