import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrganizationId, ProfileId } from '@berth/contract/ids';
import { openStore } from '@berth/device/state/store';
import { silentLog } from '@berth/device/system/log';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bundleAgent } from './agent-bundle.mjs';

const WAIT_MS = 60_000;

test('the agent that machines run shows its home screen and an app, and logs no error', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  const program = join(folder, 'agent.mjs');
  await bundleAgent(program);
  const { url, visits } = await startPage();
  const data = join(folder, 'data');
  await rememberOpenApp(data, `${url}/mail`);

  const { said, end } = startAgent(program, data);
  await vi.waitFor(() => expect(visits, said()).toContain('/mail'), { timeout: WAIT_MS, interval: 100 });
  await end();
  expect(said().match(/^.*"level":(?:50|60).*$/gm) ?? []).toEqual([]);
});

/** A page, and the paths at which it was visited. */
async function startPage(): Promise<{ url: string; visits: string[] }> {
  const visits: string[] = [];
  const server = createServer((request, response) => {
    visits.push(request.url ?? '');
    response.setHeader('content-type', 'text/html').end('<title>Inbox</title>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, visits };
}

/** Leaves the state of a machine on which the app at the URL was open when the power went. */
async function rememberOpenApp(folder: string, url: string): Promise<void> {
  const webapp = [{ display_name: 'Mail', window_title: 'Mail', url }];
  const definition = { thinhoc: { sessions: { webapp } } };
  const store = await openStore(folder, silentLog);
  await store.update((state) => ({
    ...state,
    desired: {
      organizationId: randomUUID() as OrganizationId,
      organizationName: 'Company',
      machineName: 'Reception',
      deployment: 'vanilla',
      contextRevision: 0,
      context: {},
      profile: { id: randomUUID() as ProfileId, name: 'Office', revision: 1, definition },
    },
    sessions: [{ session_type: 'webapp', session_index: 0, app_instance: null }],
    sessionsBootId: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(),
  }));
}

/** Starts the agent as its unit does, but without power over this computer; it ends with the test. */
function startAgent(program: string, data: string): { said: () => string; end: () => Promise<void> } {
  const options = ['--json', '--headless', '--power', 'fake', '--bridge-port', '0', '--server', 'http://127.0.0.1:9'];
  const child = spawn(process.execPath, [program, ...options, '--data', data], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', BERTH_LOG: 'warn' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += String(text);
    });
  }
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    said: () => said,
    end: () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
