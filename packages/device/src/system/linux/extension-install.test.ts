import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Exit, Running } from '../ports/programs.ts';
import { installExtension } from './extension-install.ts';

let folder: string;
let templates: string;
/** How the browsers that install end, and how many were started. */
let outcomes: ('crashes' | 'installs')[];
let started: number;

beforeEach(async () => {
  const base = await mkdtemp(join(tmpdir(), 'berth-extension-'));
  folder = join(base, 'browser');
  templates = join(base, 'templates');
  await mkdir(folder);
  started = 0;
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

/** What happens at each start of a session's browser. */
async function startOfSession(): Promise<void> {
  const outcome = outcomes.shift();
  const installed = Promise.withResolvers<void>();
  const extension = {
    id: 'a'.repeat(32),
    updateUrl: '',
    ownPage: '',
    isRequired: false,
    startPage: (url: string) => url,
    installation: () => ({ page: 'http://127.0.0.1/', done: installed.promise }),
  };
  // Chromium writes its state before anything else.
  await writeFile(join(folder, 'Local State'), '{}');
  const start = (): Running => {
    started += 1;
    const exit = Promise.withResolvers<Exit>();
    if (outcome === 'crashes') exit.resolve({ code: 1, signal: null });
    else installed.resolve();
    return { pid: 1, exited: exit.promise, stop: async () => {} };
  };
  await installExtension({ extension, folder, account: null, templates, start });
}

it('an extension that failed to install is tried again at the next start, until it is installed', async () => {
  outcomes = ['crashes', 'installs', 'crashes'];
  await expect(startOfSession()).rejects.toThrow('ended while it installed');
  await startOfSession();
  await startOfSession();
  expect(started).toBe(2);
});
