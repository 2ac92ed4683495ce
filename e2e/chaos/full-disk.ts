import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@berth/testing/ports';
import { run } from '@berth/testing/process';
import { MAIN, mailTo } from '../kit/server.ts';
import { callerOf } from './lib/chaos-environment.ts';
import { heals, type Outcome } from './lib/outcome.ts';

const SIZE_MB = 600;

/** The data folder is on a separate disk, which the test fills. Requires root to mount it. */
export async function fullDisk(): Promise<Outcome> {
  const name = 'a full disk';
  if (process.getuid?.() !== 0) return { name, faults: [], figures: { 'not tried': 'takes root' } };
  const disk = await mkdtemp(join(tmpdir(), 'berth-disk-'));
  await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=755`, 'tmpfs', disk]);
  const port = await freePort();
  const data = join(disk, 'data');
  const env = { BERTH_DATA: data, BERTH_PORT: String(port), BERTH_DEMO: 'off', BERTH_RATE_FACTOR: '1000' };
  const server = run(MAIN, [], env);
  try {
    await server.line(/Berth is ready/);
    const url = `http://localhost:${port}`;
    const { call, organizationId } = await callerOf({ url, mailTo: (address, about) => mailTo(data, address, about) });
    const { reply: profile } = await call<{ id: string }>('POST', '/profiles', { name: 'First', organizationId });
    const save = () => call('PATCH', `/profiles/${profile.id}`, { name: `Name ${performance.now()}` });
    const ballast = join(disk, 'ballast');
    await fill(ballast, disk);
    const refused = await heals(async () => (await save()).status === 503, 30_000);
    let [reads, read] = [0, 0];
    for (; reads < 50; reads += 1) if ((await call('GET', `/profiles/${profile.id}`)).status === 200) read += 1;
    const stillRefused = (await save()).status === 503;
    await rm(ballast);
    const healed = await heals(async () => (await save()).status === 200, 60_000);
    const faults = [
      ...(refused === undefined || !stillRefused ? ['a write was not refused with 503'] : []),
      ...(read < reads ? [`${reads - read} of ${reads} reads failed`] : []),
      ...(healed === undefined ? ['it did not heal by itself'] : []),
    ];
    return {
      name,
      faults,
      figures: {
        'ms until writes are refused': refused ?? 'never',
        'reads that went on': `${read} of ${reads}`,
        'ms from space to the first write': healed ?? 'never',
      },
    };
  } finally {
    await server.end();
    await promisify(execFile)('umount', [disk]);
    await rm(disk, { recursive: true, force: true });
  }
}

/** Leaves a few megabytes, like a log that is never rotated. */
async function fill(file: string, disk: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    const { bavail, bsize } = await statfs(disk);
    const chunk = Buffer.alloc(1_024 * 1_024);
    for (let left = Math.floor((bavail * bsize) / chunk.length) - 8; left > 0; left -= 1) await handle.write(chunk);
  } finally {
    await handle.close();
  }
}
