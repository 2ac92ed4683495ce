import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@berth/testing/ports';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ensureClientBuilt } from './client.mjs';
import { bundleServer } from './server-bundle.mjs';

const WAIT_MS = 60_000;

test('the server that an installation runs starts with its database and serves pages and API', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-server-bundle-'));
  // Started by root, the database runs as another user.
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  await ensureClientBuilt();
  await bundleServer(join(folder, 'program'), { database: true });
  const port = await freePort();
  const child = spawn(process.execPath, [join(folder, 'program/packages/server/src/main.mjs')], {
    env: { PATH: process.env.PATH, BERTH_DATA: join(folder, 'data'), BERTH_PORT: `${port}`, NODE_ENV: 'production' },
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(() => {
    child.kill('SIGTERM');
    return exited;
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += String(text);
    });
  }
  await vi.waitFor(() => expect(said).toContain('is ready'), { timeout: WAIT_MS, interval: 100 });
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await get('/config.json')).toMatchObject({ status: 200, text: expect.stringContaining('"apiBase"') });
  expect(await get('/openapi.json')).toMatchObject({ status: 200 });
  const page = await get('/manage');
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page.text)?.[1] ?? expect.unreachable(page.text);
  expect(await get(script)).toMatchObject({ status: 200 });
  expect(said.match(/^.*"level":(?:50|60).*$/gm) ?? []).toEqual([]);
});
