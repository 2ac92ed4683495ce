import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pauseBootSplash } from './boot-splash.ts';

/** Puts a program in front of Plymouth's, which writes down how it was called. */
async function plymouth(script: string): Promise<() => Promise<string>> {
  const folder = await mkdtemp(join(tmpdir(), 'berth-splash-'));
  const { PATH } = process.env;
  onTestFinished(async () => {
    process.env.PATH = PATH;
    await rm(folder, { recursive: true });
  });
  const calls = join(folder, 'calls');
  await writeFile(join(folder, 'plymouth'), `#!/bin/sh\necho "$*" >>${calls}\n${script}\n`);
  await chmod(join(folder, 'plymouth'), 0o755);
  process.env.PATH = `${folder}:${PATH}`;
  return () => readFile(calls, 'utf8');
}

test('lets go of the screen, and ends without clearing it', async () => {
  const calls = await plymouth('exit 0');
  await (await pauseBootSplash()).end();
  expect(await calls()).toBe('--ping\ndeactivate\nquit --retain-splash\n');
});

test('draws again if there is no X server', async () => {
  const calls = await plymouth('exit 0');
  await (await pauseBootSplash()).resume();
  expect(await calls()).toBe('--ping\ndeactivate\nreactivate\n');
});

test('is left alone where it does not run', async () => {
  const calls = await plymouth('exit 1');
  const splash = await pauseBootSplash();
  await Promise.all([splash.end(), splash.resume()]);
  expect(await calls()).toBe('--ping\n');
});

test('does not hold up the start if it hangs', async () => {
  const calls = await plymouth('exec sleep 60');
  await (await pauseBootSplash()).end();
  expect(await calls()).toBe('--ping\n');
}, 10_000);
