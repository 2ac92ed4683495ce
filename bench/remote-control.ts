import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { browserOptions } from '@berth/e2e/kit/browser';
import type { Machine } from '@berth/e2e/kit/machine';
import { startSite } from '@berth/e2e/kit/site';
import { startTestEnvironment, type TestEnvironment } from '@berth/e2e/kit/test-environment';
import { t } from '@berth/e2e/kit/texts';
import { chromium, type Page } from '@playwright/test';
import { startBareViewer } from './lib/bare-vnc.ts';
import { startMeshCentral } from './lib/meshcentral.ts';
import { disposeAll, type Figure, percentile, type Result, rounded, step } from './lib/result.ts';
import { openScreen } from './lib/screen.ts';
import { keyToPixel, type Viewer, watch } from './lib/viewer.ts';

const KEYS = 60;
const REST_S = 10;
const SCROLL_S = 10;
/** Wheel events per second. */
const TURNS = 20;
const COLORS = ['#0b7285', '#c2255c'];
/** Changes its color with each key; scrolls a long text with each wheel event. */
const PAGE = `<style>body{margin:0;font:20px/1.5 sans-serif}#top{position:fixed;inset:0 0 50% 0;background:${COLORS[0]}}
  main{padding:52vh 40px}</style><div id=top></div><main></main><script>
  let at = 0;
  const half = document.getElementById('top');
  addEventListener('keydown', () => { at = 1 - at; half.style.background = ${JSON.stringify(COLORS)}[at]; });
  const word = (n) => 'lobby printer office table lantern paper scanner keyboard'.split(' ')[(n * 7919) % 8];
  document.querySelector('main').innerHTML = Array.from({ length: 3000 }, (_, line) =>
    '<p>' + Array.from({ length: 14 }, (_, n) => word(line * 31 + n)).join(' ') + '</p>').join('');
</script>`;

/**
 * Remote control from the console's page through the server to the machine, compared with noVNC and the same TigerVNC
 * over a bare WebSocket, with the machine's own screen, and with MeshCentral if BENCH_MESHCENTRAL names the folder of
 * its npm package.
 */
export async function run(): Promise<Result> {
  const begun: { name: string; end: () => Promise<unknown> }[] = [];
  try {
    const browser = await chromium.launch(browserOptions);
    begun.push({ name: 'the browser', end: () => browser.close() });
    const environment = await step('a server and a machine', 90, () => startTestEnvironment(browser, 'Bench'));
    begun.push({ name: 'server and machine', end: () => environment.dispose() });
    const { machine } = environment;
    const site = await startSite('Bench', PAGE);
    begun.push({ name: 'the site', end: () => site.dispose() });
    await step('the page on the machine', 60, () => openPage(environment, site.url));
    const figures: Figure[] = [];
    const own = await step("keys on the machine's own display", 60, () => keysAtMachine(machine));
    figures.push(...latencies('the machine itself, xdotool to X pixel', own));
    figures.push(...(await ourWay(environment)));
    const bare = await step('bare noVNC connects', 60, () => startBareViewer(browser, machine.display));
    begun.push({ name: 'bare noVNC', end: () => bare.dispose() });
    figures.push(...(await measured('bare noVNC and TigerVNC', machine, bare)));
    await bare.dispose();
    const folder = process.env.BENCH_MESHCENTRAL;
    if (folder) {
      const other = await startMeshCentral(folder, browser, machine.display);
      begun.push({ name: 'MeshCentral', end: () => other.dispose() });
      figures.push(...(await measured('MeshCentral', machine, other)));
    }
    return { benchmark: 'remote-control', figures };
  } finally {
    await disposeAll(begun);
  }
}

async function openPage({ api, machine }: TestEnvironment, url: string): Promise<void> {
  const [profile] = await api.profiles();
  const webapp = [{ display_name: 'Bench', window_title: 'Bench', url }];
  const system = { remote: { consent: 'unattended' } };
  await api.merge(profile.id, { definition: { thinhoc: { sessions: { webapp } }, system } });
  await machine.page.getByRole('button', { name: 'Bench', exact: true }).click();
}

async function ourWay({ admin, server, api, machine }: TestEnvironment): Promise<Figure[]> {
  const id = (await api.machines())[0].id;
  const viewer = await step('remote control connects', 60, () => control(admin, server.url, id));
  const figures = await measured('remote control', machine, viewer);
  await viewer.page.getByRole('button', { name: t('remote.end'), exact: true }).click();
  return figures;
}

async function measured(who: string, machine: Machine, viewer: Viewer): Promise<Figure[]> {
  const keys = await step(`${who}: keys`, 90, () => keyToPixel(viewer, KEYS));
  const rest = await step(`${who}: at rest`, 30, () => atRest(viewer));
  const { bytes, pictures } = await step(`${who}: scrolling`, 60, () => whileScrolling(machine, viewer));
  const scrolling = `scrolling text, ${TURNS} turns a second at 1280x720`;
  return [
    ...latencies(who, keys),
    { name: `${who}: at rest`, unit: 'B/s', value: rounded(rest) },
    { name: `${who}: ${scrolling}`, unit: 'B/s', value: rounded(bytes) },
    { name: `${who}: ${scrolling}, other pictures a second`, unit: 'fps', value: rounded(pictures, 1) },
  ];
}

function latencies(who: string, samples: readonly number[]): Figure[] {
  const name = `${who}: key press to changed pixel`;
  return [
    { name: `${name}, p50 of ${KEYS}`, unit: 'ms', value: rounded(percentile(samples, 0.5), 1) },
    { name: `${name}, p95 of ${KEYS}`, unit: 'ms', value: rounded(percentile(samples, 0.95), 1) },
  ];
}

async function control(page: Page, url: string, machineId: string): Promise<Viewer> {
  let bytes = 0;
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/remote/')) return;
    socket.on('framereceived', ({ payload }) => {
      bytes += payload.length;
    });
  });
  await page.goto(`${url}/manage/machines/${machineId}/remote`);
  await page.getByLabel(t('remote.reason')).fill('Measuring');
  await page.getByRole('button', { name: t('remote.connect'), exact: true }).click();
  await page.locator('canvas').waitFor();
  return { page, canvas: 'canvas', received: () => bytes };
}

async function keysAtMachine(machine: Machine): Promise<number[]> {
  const screen = await openScreen(machine.display);
  // The page has loaded.
  while ((await screen.pixel(640, 200)) !== COLORS[0]) await new Promise((resolve) => setTimeout(resolve, 100));
  const samples: number[] = [];
  for (let press = 0; press < KEYS; press++) {
    const before = await screen.pixel(640, 200);
    const pressed = performance.now();
    const sent = machine.press('g');
    while ((await screen.pixel(640, 200)) === before) {
      if (performance.now() - pressed > 10_000) throw new Error('the screen did not change');
    }
    samples.push(performance.now() - pressed);
    await sent;
    await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 50));
  }
  screen.close();
  return samples;
}

async function atRest(viewer: Viewer): Promise<number> {
  await viewer.page.waitForTimeout(3_000);
  return (await watch(viewer, () => viewer.page.waitForTimeout(REST_S * 1_000))).bytes;
}

async function whileScrolling(machine: Machine, viewer: Viewer) {
  const env = { ...process.env, DISPLAY: machine.display };
  const turns = ['click', '--repeat', String(TURNS * SCROLL_S), '--delay', String(1_000 / TURNS), '5'];
  await promisify(execFile)('xdotool', ['mousemove', '640', '600'], { env });
  return watch(viewer, () => promisify(execFile)('xdotool', turns, { env }));
}
