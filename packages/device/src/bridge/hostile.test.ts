import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../system/log.ts';
import type { Desktop } from '../system/ports/desktop.ts';
import { appWindow, openDesktop } from '../testing/desktops.ts';
import { testFolder } from '../testing/folders.ts';
import { type Attempt, hostileSite, reboundSite } from '../testing/hostile-page.ts';
import { eventually } from '../testing/wait.ts';
import { startBridge } from './bridge.ts';
import type { BridgeHandlers } from './calls.ts';

const MARK = 'the-page-of-the-bridge';

async function victim() {
  const calls: string[] = [];
  const clientFolder = await testFolder();
  await writeFile(join(clientFolder, 'session.html'), `<!doctype html><html><head></head><body>${MARK}</body></html>`);
  const handlers: Partial<BridgeHandlers> = {
    factory_reset: () => {
      calls.push('factory_reset');
      return null;
    },
  };
  let watching = 0;
  const bridge = await startBridge({
    port: 0,
    clientFolder,
    handlers: handlers as BridgeHandlers,
    snapshot: () => [],
    watchPictures: () => () => {},
    onRead: () => {},
    noticePaths: [],
    onWatch: () => {
      watching += 1;
      return () => {};
    },
    origins: () => ({ cloud: [], reports: [] }),
    language: () => 'ru-RU',
    log: silentLog,
  });
  onTestFinished(() => bridge.close());
  return { url: bridge.url, calls, watching: () => watching };
}

async function browse(url: string): Promise<Desktop> {
  const homeArguments = ['--host-resolver-rules=MAP rebound.test 127.0.0.2'];
  const { desktop } = await openDesktop({ size: '800x600', homeArguments });
  await desktop.openBrowser(appWindow('home', url, { kind: 'home', className: 'hostile' }));
  return desktop;
}

const outcomes = (attempts: readonly Attempt[]) =>
  Object.fromEntries(attempts.map(({ name, outcome }) => [name, outcome]));

test('a hostile page in a real browser reads, calls, and receives nothing', async () => {
  const { url, calls, watching } = await victim();
  const site = await hostileSite(url);
  await browse(`${site.url}/attack`);
  await eventually(() => expect(outcomes(site.attempts)).toHaveProperty('done'));
  const found = outcomes(site.attempts);
  expect(Object.keys(found)).toHaveLength(13);
  expect(found).toMatchObject({
    'read page': expect.stringContaining('failed: TypeError'),
    call: expect.stringContaining('failed: TypeError'),
    socket: 'socket refused',
    'socket without protocol': 'socket refused',
    script: 'script refused',
    form: 'posted',
  });
  expect(JSON.stringify(found)).not.toContain(MARK);
  expect(calls).toEqual([]);
  expect(watching()).toBe(0);
});

test('rejects a page whose host name is rebound to the machine', async () => {
  const { url, calls } = await victim();
  const site = await hostileSite(url);
  await browse(await reboundSite(url, `${site.url}/report`));
  await eventually(() => expect(outcomes(site.attempts)).toHaveProperty('done'));
  expect(outcomes(site.attempts)).toMatchObject({
    'read page': expect.stringContaining('(host)'),
    call: expect.stringContaining('(host)'),
  });
  expect(calls).toEqual([]);
});
