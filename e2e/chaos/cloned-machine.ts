import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '@berth/testing/process';
import type { ChaosEnvironment } from './lib/chaos-environment.ts';
import { type Outcome, pause } from './lib/outcome.ts';

const SIMULATOR = join(import.meta.dirname, '../../packages/simulator/src/main.ts');
const WATCH_MS = 20_000;
/** Maximum connections in that time: both sides back off (full jitter); otherwise they would flood the node. */
const CONNECTIONS_MAX = 40;

/** A disk is copied with its key: two machines share one identity, and each believes it is the original. */
export async function clonedMachine({ fleet, nodes, organizationId, call }: ChaosEnvironment): Promise<Outcome> {
  const [folder = ''] = fleet.folders;
  const [machine = ''] = await readdir(folder);
  const copy = `${folder}-clone`;
  await cp(join(folder, machine), join(copy, '0'), { recursive: true });
  const args = ['--server', nodes.server.url, '--machines', '1', '--state', copy, '--tell'];
  const clone = run(SIMULATOR, args, {});
  try {
    await pause(WATCH_MS);
    const connections = clone.output().match(/"event":"link","state":"online"/g)?.length ?? 0;
    const where = encodeURIComponent(JSON.stringify({ where: { cloned: true } }));
    const told = await call<{ id: string }[]>('GET', `/organization/${organizationId}/machines?filter=${where}`);
    const { status, reply } = await call<{ total: number }>('GET', `/organization/${organizationId}/machines/summary`);
    const faults = [
      ...(connections === 0 ? ['the copy was never let in: the newest connection should win'] : []),
      ...(connections > CONNECTIONS_MAX ? [`the copy connected ${connections} times in ${WATCH_MS / 1_000} s`] : []),
      ...(status !== 200 || reply.total !== fleet.machines ? ['the list does not hold each machine once'] : []),
      ...(told.reply.length === 1 ? [] : [`${told.reply.length} machines are shown as two computers, instead of one`]),
    ];
    return {
      name: 'a cloned machine',
      faults,
      figures: { [`times that the copy connected in ${WATCH_MS / 1_000} s`]: connections },
    };
  } finally {
    await clone.end('SIGKILL');
    await rm(copy, { recursive: true, force: true, maxRetries: 10 });
  }
}
