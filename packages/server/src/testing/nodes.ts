import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Nats, startNats } from '@berth/testing/nats';
import { freePort } from '@berth/testing/ports';
import type { Tuning } from '../app/base.ts';
import { startServer } from '../app.ts';
import { GATEWAY_TIMING } from '../gateway/gateway.ts';
import { systemClock } from '../platform/clock.ts';
import { bootServer, type TestServer, UNLIMITED } from './server.ts';

/** Two real servers with one database and a real NATS server, as behind a load balancer. */
export interface TestNodes {
  readonly first: TestServer;
  /** The URL of the second node; people's tokens are valid on both. */
  readonly second: string;
  readonly nats: Nats;
  stopSecond(): Promise<void>;
  stop(): Promise<void>;
}

export async function bootNodes(given: Partial<Tuning> = {}): Promise<TestNodes> {
  const nats = await startNats();
  const tuning: Partial<Tuning> = { gatewayTiming: { ...GATEWAY_TIMING, writeMs: 50 }, ...given };
  const first = await bootServer({ config: { natsUrl: nats.url }, tuning });
  const folder = mkdtempSync(join(tmpdir(), 'berth-node-'));
  const port = await freePort();
  const second = await startServer(
    { ...first.config, port, publicUrl: first.url, dataFolder: folder },
    {
      clock: systemClock,
      rateLimits: UNLIMITED,
      checkReplies: true,
      resolve: undefined,
      mayReach: undefined,
      jobs: true,
      gatewayTiming: GATEWAY_TIMING,
      ...tuning,
    },
  );
  let stopped: Promise<void> | undefined;
  const stopSecond = () => (stopped ??= second.stop());
  return {
    first,
    second: `http://127.0.0.1:${port}`,
    nats,
    stopSecond,
    stop: async () => {
      await stopSecond();
      await first.stop();
      await nats.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
