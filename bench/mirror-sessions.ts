import { readdir } from 'node:fs/promises';
import { button } from '@berth/e2e/kit/mirroring';
import type { Page } from '@playwright/test';
import { freshCode, join, type MirrorStage, openMirrorStage } from './lib/mirror-stage.ts';
import { type Figure, type Result, residentMb, rounded } from './lib/result.ts';

const SESSIONS = 200;
/** After these everything that is made once is there. */
const WARM_UP = 10;

/** What a page holds on to, garbage aside. */
interface Held {
  readonly connections: number;
  readonly tracks: number;
  readonly heapMb: number;
}

/** 200 times a guest comes, shows a screen and goes: what is left of that in page, agent and server. */
export async function run(): Promise<Result> {
  const stage = await openMirrorStage();
  try {
    const guest = await stage.guest();
    let used = await sessions(stage, guest, WARM_UP, undefined);
    const before = await look(stage, guest);
    used = await sessions(stage, guest, SESSIONS, used);
    const after = await look(stage, guest);
    return { benchmark: 'mirror-sessions', figures: grown(before, after) };
  } finally {
    await stage.dispose();
  }
}

async function sessions(
  { machine }: MirrorStage,
  guest: Page,
  count: number,
  last: string | undefined,
): Promise<string | undefined> {
  let used = last;
  for (let each = 0; each < count; each++) {
    used = await freshCode(machine, used);
    await join(guest, used, 'Guest');
    await machine.page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    await button(guest, 'mirror.share.leave').click();
    await button(guest, 'mirror.share.again').click();
    await machine.page.locator('video').waitFor({ state: 'detached' });
  }
  return used;
}

async function look({ machine, server }: MirrorStage, guest: Page) {
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
  // The last session's connections close a little after it.
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
