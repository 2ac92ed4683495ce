import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDesktop } from '../../testing/desktops.ts';
import { testFolder } from '../../testing/folders.ts';
import { eventually } from '../../testing/wait.ts';
import { pointerHider } from './pointer.ts';
import { findProgram } from './programs.ts';
import { startXvfb } from './x-server.ts';

const SIZE = '320x240';
const PIXELS = 320 * 240;

/** Starts a display whose whole picture is in a file, with the pointer, which X leaves out of screenshots. */
async function filmed(start: () => Promise<string>) {
  const folder = await testFolder();
  const script = join(folder, 'Xvfb');
  await writeFile(script, `#!/bin/sh\nexec ${findProgram('Xvfb')} -fbdir ${folder} "$@"\n`);
  await chmod(script, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  const display = await start().finally(() => vi.unstubAllEnvs());
  const onX = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { env: { ...process.env, DISPLAY: display } });
  onX('xsetroot', '-solid', 'black', '-cursor_name', 'left_ptr');
  // Draws the pointer where it is put; no mouse has moved.
  onX('xdotool', 'mousemove', '100', '100');
  const isDrawn = async () => {
    const file = await readFile(join(folder, 'Xvfb_screen0'));
    return file.subarray(file.length - PIXELS * 4).some((byte) => byte !== 0);
  };
  const move = () => onX('xdotool', 'mousemove_relative', '5', '5');
  const click = () => onX('xdotool', 'click', '1');
  return { isDrawn, move, click };
}

test('a machine’s screen shows no pointer until it is moved', async () => {
  const { isDrawn, move } = await filmed(async () => (await openDesktop({ size: SIZE })).desktop.name);
  await eventually(async () => expect(await isDrawn()).toBe(false));
  move();
  await eventually(async () => expect(await isDrawn()).toBe(true));
});

test('a machine that has just started points at nothing in the middle of the screen', async () => {
  const { desktop } = await openDesktop({ size: SIZE });
  const env = { ...process.env, DISPLAY: desktop.name };
  const place = execFileSync('xdotool', ['getmouselocation'], { env, encoding: 'utf8' });
  expect(place).toMatch(/^x:0 y:120 /);
});

test('a pointer that nobody moves disappears, and is back with a click', async () => {
  const { isDrawn, move, click } = await filmed(async () => {
    const { running, display } = await startXvfb(SIZE);
    const hider = pointerHider(display, null, 1)?.();
    onTestFinished(async () => {
      await hider?.stop();
      await running.stop();
    });
    return display;
  });
  await eventually(async () => expect(await isDrawn()).toBe(false));
  move();
  await eventually(async () => expect(await isDrawn()).toBe(true));
  await eventually(async () => expect(await isDrawn()).toBe(false));
  click();
  await eventually(async () => expect(await isDrawn()).toBe(true));
});
