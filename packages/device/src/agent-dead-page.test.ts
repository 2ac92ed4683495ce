import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testAgent } from './testing/agents.ts';
import { LISTEN } from './testing/empty-home-page.ts';
import { processesMentioning, testFolder } from './testing/folders.ts';
import { desiredWith, TestGateway, webapps } from './testing/gateway.ts';
import { hearBridge, testPages } from './testing/pages.ts';
import { eventually } from './testing/wait.ts';

// Chromium looks for it every half minute at most.
const AGAIN_MS = 90_000;

test('a kiosk’s page whose process has ended is loaded again', async () => {
  const folder = await testFolder();
  const { url, visits } = await testPages({ '/board': "<title>Board</title><script>fetch('/shown')</script>" });
  const page = { display_name: 'Board', window_title: 'Board', url: `${url}/board` };
  const kiosk = { session_type: 'webapp', session_index: 0 };
  const definition = { thinhoc: { ...webapps().thinhoc, sessions: { webapp: [page] }, kiosk } };
  const gateway = await TestGateway.start({ desired: desiredWith(definition) });
  await testAgent({ folder, gateway: gateway.address, screen: true });
  const shown = () => visits.filter(({ path }) => path === '/shown').length;
  const renderers = () =>
    processesMentioning(`${folder}/browsers/webapp-`).filter((line) => line.includes('--type=renderer'));
  const end = (lines: readonly string[]) => lines.map((line) => process.kill(Number(line.split(' ')[0]), 'SIGKILL'));
  await eventually(() => expect(shown()).toBeGreaterThan(0));
  const browser = processesMentioning(`${folder}/browsers/webapp-`).find((line) => !line.includes('--type='));
  const isPage = (line: string) => !line.includes('--extension-process');
  await eventually(() => expect(renderers().filter(isPage)).not.toEqual([]));
  // A process that just began does not say yet that it is the extension's, and would be ended with the page.
  await eventually(() => expect(renderers().every(isPage)).toBe(false));
  end(renderers().filter(isPage));
  await eventually(() => expect(shown()).toBeGreaterThan(1), AGAIN_MS);
  // Together with the extension's own process, which has run by now: Chromium starts it again.
  const before = shown();
  end(renderers());
  await eventually(() => expect(shown()).toBeGreaterThan(before), AGAIN_MS);
  // The same browser: nothing else of the session is lost.
  expect(processesMentioning(`${folder}/browsers/webapp-`)).toContain(browser);
}, 270_000);

test('a home screen whose page has ended is loaded again while a message is shown', async () => {
  const folder = await testFolder();
  const { url, visits } = await testPages({});
  const shown = () => visits.filter(({ path }) => path === '/shown').length;
  const script = `${LISTEN} listen().onopen = () => { new Image().src = '${url}/shown'; };`;
  const html = `<!doctype html><head></head><body><script nonce="__CSP_NONCE__">${script}</script>`;
  await writeFile(join(folder, 'session.html'), html);
  const { events } = await testAgent({ folder, screen: true });
  // What the message's window is to the agent: a second page that stays connected.
  await hearBridge(events.find((event) => event.event === 'bridge')?.url ?? '', '/message');
  await eventually(() => expect(shown()).toBe(1));
  const home = processesMentioning(`${folder}/browsers/home`);
  for (const line of home) if (line.includes('--type=renderer')) process.kill(Number(line.split(' ')[0]), 'SIGKILL');
  await eventually(() => expect(shown()).toBe(2), AGAIN_MS);
}, 120_000);
