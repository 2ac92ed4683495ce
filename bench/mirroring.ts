import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { browserOptions } from '@berth/e2e/kit/browser';
import type { Machine } from '@berth/e2e/kit/machine';
import { playing } from '@berth/e2e/kit/mirroring';
import { chromium, type Page } from '@playwright/test';
import {
  join,
  joinWaitingRoom,
  type MirrorEnvironment,
  share,
  startMirrorEnvironment,
} from './lib/mirror-environment.ts';
import { disposeAll, type Figure, percentile, type Result, rounded, step } from './lib/result.ts';
import { STAMPED_SCREEN, WATCH_STAMPS } from './lib/stamped-screen.ts';
import { cpuSeconds, withDescendants } from './lib/usage.ts';

const GUESTS = [1, 4, 9];
const JOINS = 10;
const JOINS_MS = 120_000;
/** Guests encode on this computer, too, which takes time on a slow or busy one. */
const SHOWN_MS = 90_000;
/** Until the sender's bitrate is stable. */
const SETTLE_MS = 8_000;
const WATCH_MS = 10_000;

interface Seen {
  readonly rates: readonly number[];
  readonly delays: readonly number[];
  readonly sizes: readonly (readonly [number, number])[];
}

/**
 * Screens of 1920 by 1080 on a machine's page: time to the first frame, frame rate, latency, and CPU of the machine's
 * browser, compared with a call between two bare pages whose receiver uses the same display. The guests draw and encode
 * on the same processor.
 */
export async function run(): Promise<Result> {
  const stage = await step('a server and a machine', 90, startMirrorEnvironment);
  try {
    // First: earlier measurements would leave the computer busy.
    const figures = [...(await bareCall(stage.machine).catch(unmeasured))];
    const joins = step(`${JOINS} guests come and go`, (2 * JOINS_MS) / 1_000, () => firstPictures(stage));
    figures.push(...(await joins.catch(unmeasured)));
    // All join before anyone shares: while others encode, a page takes ever longer to load.
    const waiting: Page[] = [];
    for (let guest = 1; guest <= Math.max(...GUESTS); guest++) {
      const came = comes(stage, `Guest ${guest}`).then((page) => waiting.push(page));
      await came.catch(unmeasured);
    }
    let sharing = 0;
    for (const count of GUESTS) {
      const started = performance.now();
      for (const page of waiting.splice(0, count - sharing)) await share(page).catch(unmeasured);
      sharing = count;
      figures.push(...(await untilShown(named(count), stage.machine.page, { count, started })));
      // If some are missing, the others are measured.
      const pids = await homePids(stage.machine);
      figures.push(...(await watched(named(count), stage.machine.page, pids).catch(unmeasured)));
    }
    return { benchmark: 'mirroring', figures };
  } finally {
    await disposeAll([{ name: 'server, machine and guests', end: () => stage.dispose() }]);
  }
}

function named(count: number): string {
  return count === 1 ? '1 guest' : `${count} guests`;
}

function comes(stage: MirrorEnvironment, name: string): Promise<Page> {
  return step(`${name} comes`, 60, async () => {
    const page = await stage.guest();
    await joinWaitingRoom(page, await stage.freshCode(), name);
    return page;
  });
}

/** Number of streams on the screen: all, or as many as arrived in time. */
async function shown(page: Page, count: number): Promise<number> {
  const since = performance.now();
  for (;;) {
    const there = await playing(page);
    if (there === count || performance.now() - since > SHOWN_MS) return there;
    await pause(20);
  }
}

async function untilShown(
  who: string,
  page: Page,
  { count, started }: { readonly count: number; readonly started: number },
): Promise<Figure[]> {
  const there = await step(`${count} are shown`, (2 * SHOWN_MS) / 1_000, () => shown(page, count)).catch(() => 0);
  const figures: Figure[] = [{ name: `${who}: shown`, unit: 'count', value: there }];
  if (there < count) return figures;
  const took = rounded(performance.now() - started);
  return [...figures, { name: `${who}: first one shares to all shown`, unit: 'ms', value: took }];
}

/** Reports a failure as a figure, so that the other figures are kept. */
function unmeasured(error: unknown): readonly Figure[] {
  console.error(`  not measured: ${String(error)}`);
  return [];
}

/** First frames, for as many guests as connect within the time limit. */
async function firstPictures(stage: MirrorEnvironment): Promise<Figure[]> {
  const samples: number[] = [];
  const since = performance.now();
  for (let round = 0; round < JOINS && performance.now() - since < JOINS_MS; round++) {
    await firstPicture(stage).then((took) => samples.push(took), unmeasured);
  }
  if (samples.length === 0) return [];
  const figure = (name: string, share: number): Figure => ({
    name: `code typed to first picture, ${name} of ${samples.length}`,
    unit: 'ms',
    value: rounded(percentile(samples, share)),
  });
  return [figure('median', 0.5), figure('slowest', 1)];
}

async function firstPicture(stage: MirrorEnvironment): Promise<number> {
  const page = await stage.guest();
  try {
    const code = await stage.freshCode();
    const started = performance.now();
    await join(page, code, 'Guest');
    await stage.machine.page.waitForFunction(() => {
      const video = document.querySelector('video');
      return video && video.videoWidth > 0 && video.currentTime > 0;
    });
    return performance.now() - started;
  } finally {
    await page.context().close();
    await stage.machine.page.locator('video').waitFor({ state: 'detached' });
  }
}

async function watched(who: string, page: Page, pids: readonly number[]): Promise<readonly Figure[]> {
  await pause(SETTLE_MS);
  const before = await total(pids);
  const started = performance.now();
  const watch = `(${WATCH_STAMPS})(${WATCH_MS})`;
  const { rates, delays, sizes } = await step(`${who}: watched`, 60, () => page.evaluate<Seen>(watch));
  const cpu = ((await total(pids)) - before) / ((performance.now() - started) / 1_000);
  if (rates.length === 0) throw new Error(`${who}: nobody is shown`);
  const heights = sizes.map(([, height]) => height);
  return [
    { name: `${who}: pictures a second, each on average`, unit: 'fps', value: rounded(mean(rates), 1) },
    { name: `${who}: pictures a second, the slowest`, unit: 'fps', value: rounded(Math.min(...rates), 1) },
    { name: `${who}: lines of a picture, the fewest`, unit: 'count', value: Math.min(...heights) },
    { name: `${who}: drawn there to shown here, median`, unit: 'ms', value: rounded(percentile(delays, 0.5)) },
    { name: `${who}: drawn there to shown here, p95`, unit: 'ms', value: rounded(percentile(delays, 0.95)) },
    { name: `${who}: CPU of the receiving browser, of one core`, unit: '%', value: rounded(cpu * 100) },
  ];
}

/** A call with nothing but WebRTC: one page sends, the other shows it on the whole display. */
async function bareCall(machine: Machine): Promise<Figure[]> {
  const sending = await chromium.launch(browserOptions);
  const args = [...(browserOptions.args ?? []), '--kiosk', '--autoplay-policy=no-user-gesture-required'];
  const env = { ...process.env, DISPLAY: machine.display };
  const receiver = await chromium.launchServer({ ...browserOptions, args, env, headless: false });
  const receiving = await chromium.connect(receiver.wsEndpoint());
  try {
    const sender = await sending.newPage();
    const shows = await (await receiving.newContext({ viewport: null })).newPage();
    for (const page of [sender, shows]) await page.goto('about:blank');
    await sender.evaluate(STAMPED_SCREEN);
    const started = performance.now();
    const first = await step('bare call: connects', 60, async () => {
      const offer = await sender.evaluate(`(async () => {
      globalThis.connection = new RTCPeerConnection();
      for (const track of drawnScreen().getTracks()) connection.addTrack(track);
      await connection.setLocalDescription();
      await new Promise((resolve) => { connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve(); });
      return JSON.stringify(connection.localDescription);
    })()`);
      const answer = await shows.evaluate(`(async () => {
      document.body.style = 'margin: 0; background: #000';
      const video = document.body.appendChild(document.createElement('video'));
      Object.assign(video, { autoplay: true, muted: true, style: 'width: 100vw; height: 100vh' });
      globalThis.connection = new RTCPeerConnection();
      connection.ontrack = ({ track }) => { video.srcObject = new MediaStream([track]); };
      await connection.setRemoteDescription(${offer});
      await connection.setLocalDescription();
      await new Promise((resolve) => { connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve(); });
      return JSON.stringify(connection.localDescription);
    })()`);
      await sender.evaluate(`connection.setRemoteDescription(${answer})`);
      await shown(shows, 1);
      return rounded(performance.now() - started);
    });
    const figures = await watched('bare call', shows, await withDescendants(receiver.process().pid ?? 0));
    return [{ name: 'bare call: offer to first picture', unit: 'ms', value: first }, ...figures];
  } finally {
    await receiving.close();
    await receiver.close();
    await sending.close();
  }
}

/** Processes of the home screen browser: all children of the agent except the X server and its window manager. */
async function homePids({ agent }: Machine): Promise<readonly number[]> {
  const all = await withDescendants(agent.child.pid ?? 0);
  const named = await Promise.all(all.map(async (pid) => ({ pid, isBrowser: await isChromium(pid) })));
  return named.filter(({ isBrowser }) => isBrowser).map(({ pid }) => pid);
}

async function isChromium(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).startsWith('chrom');
}

async function total(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map((pid) => cpuSeconds(pid).catch(() => 0)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
