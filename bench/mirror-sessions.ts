import { readdir } from 'node:fs/promises';
import { button } from '@berth/e2e/kit/mirroring';
import type { Page } from '@playwright/test';
import { join, type MirrorEnvironment, startMirrorEnvironment } from './lib/mirror-environment.ts';
import { disposeAll, type Figure, type Result, residentMb, rounded, step } from './lib/result.ts';

/** 200 unless BENCH_SESSIONS overrides it. */
const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 200);
/** Sessions per step. */
const PORTION = 20;
/** Sessions before measuring, which create everything that is created once. */
const WARM_UP = 10;

/** Live objects of a page, after garbage collection. */
interface Held {
  readonly connections: number;
  readonly tracks: number;
  readonly heapMb: number;
}

/** A guest repeatedly joins, shares a screen and leaves: what page, agent and server retain. */
export async function run(): Promise<Result> {
  const stage = await step('a server and a machine', 90, startMirrorEnvironment);
  try {
    const guest = await step('a guest', 30, () => stage.guest());
    await sessions(stage, guest, WARM_UP);
    const before = await step('what is held before', 60, () => look(stage, guest));
    for (let done = 0; done < SESSIONS; done += PORTION) {
      await sessions(stage, guest, Math.min(PORTION, SESSIONS - done));
    }
    const after = await step('what is held after', 60, () => look(stage, guest));
    return { benchmark: 'mirror-sessions', figures: grown(before, after) };
  } finally {
    await disposeAll([{ name: 'server, machine and guest', end: () => stage.dispose() }]);
  }
}

function sessions(stage: MirrorEnvironment, guest: Page, count: number): Promise<void> {
  return step(`${count} sessions`, 15 * count, async () => {
    for (let each = 0; each < count; each++) await session(stage, guest);
  });
}

/** One guest joins, shares a screen and leaves. */
async function session(stage: MirrorEnvironment, guest: Page): Promise<void> {
  const { page } = stage.machine;
  await join(guest, await stage.freshCode(), 'Guest');
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
  await button(guest, 'mirror.share.leave').click();
  await button(guest, 'mirror.share.again').click();
  await page.locator('video').waitFor({ state: 'detached' });
}

async function look({ machine, server }: MirrorEnvironment, guest: Page) {
  const agent = machine.agent.child.pid ?? 0;
  return {
    "the machine's page": await held(machine.page),
    "the guest's page": await held(guest),
    'the agent': { files: await openFiles(agent), memoryMb: await residentMb([agent]) },
    'the server': { files: await openFiles(server.pid()), memoryMb: await residentMb([server.pid()]) },
  };
}

async function held(page: Page): Promise<Held> {
  const session = await page.context().newCDPSession(page);
  // The last session's connections close a little later.
  await page.waitForTimeout(5_000);
  for (let pass = 0; pass < 3; pass++) await session.send('HeapProfiler.collectGarbage');
  const count = async (type: string): Promise<number> => {
    const { result } = await session.send('Runtime.evaluate', { expression: `${type}.prototype` });
    const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' });
    const { result: properties } = await session.send('Runtime.getProperties', {
      objectId: objects.objectId ?? '',
      ownProperties: true,
    });
    return properties.filter(({ name }) => /^\d+$/.test(name)).length;
  };
  const [connections, tracks] = [await count('RTCPeerConnection'), await count('MediaStreamTrack')];
  await session.send('Runtime.releaseObjectGroup', { objectGroup: '' });
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { connections, tracks, heapMb: usedSize / 2 ** 20 };
}

async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length;
}

type Look = Awaited<ReturnType<typeof look>>;

const WHAT = {
  connections: { name: 'peer connections left', unit: 'count' },
  tracks: { name: 'tracks left', unit: 'count' },
  heapMb: { name: 'heap more than before', unit: 'MB' },
  files: { name: 'sockets and files more than before', unit: 'count' },
  memoryMb: { name: 'memory more than before', unit: 'MB' },
} as const;

function grown(before: Look, after: Look): Figure[] {
  return Object.entries(after).flatMap(([who, values]) => {
    const earlier: Readonly<Record<string, number>> = { ...before[who as keyof Look] };
    return Object.entries(values).map(([what, value]) => {
      const { name, unit } = WHAT[what as keyof typeof WHAT];
      return {
        name: `after ${SESSIONS} sessions, ${who}: ${name}`,
        unit,
        value: rounded(value - (earlier[what] ?? 0), 1),
      };
    });
  });
}
