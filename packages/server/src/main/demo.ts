import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLATFORM_ADMIN } from '@berth/contract/rules/permissions';
import { DEMO_EMAIL } from '@berth/contract/rules/service';
import { createStops } from '@berth/contract/stops';
import { TUNING } from '../app/base.ts';
import { startServer } from '../app.ts';
import { readConfig } from '../config/config.ts';
import type { DemoReady } from '../features/demo/launch.ts';
import { personMaker } from '../features/identity/tokens/issue.ts';
import { createLogger } from '../platform/logger.ts';
import { addPast } from './demo/history.ts';
import { HAS_MACHINES, launchMachines, openThrowaway } from './demo/parts.ts';
import { fillDemo } from './demo/sample.ts';

// The demo is a second Berth whose database and keys live as long as this process. The real server starts it
// (features/demo/launch.ts) and ends with it; the demo knows nothing of the real one.
const stops = createStops();
/** The first visitor waits for the machines no longer than this. */
const PAST_WITHIN_MS = 20_000;
const end = async (code: number) => {
  await stops.run().catch(() => undefined);
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, () => void end(0));

try {
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const secret = randomBytes(32);
  const { db, owner, url: databaseUrl } = await openThrowaway(config.dataFolder, secret, logger, stops);
  const server = stops.use(
    await startServer(
      { ...config, databaseUrl, secret },
      // The demo calls no other hosts: names of webhook receivers do not resolve.
      { ...TUNING, resolve: () => Promise.reject(new Error('The demo calls nobody')), mayReach: () => false },
    ),
  );

  const makePerson = await personMaker(db, secret, server.url);
  const visitor = await makePerson({ email: DEMO_EMAIL, lifetime: '70m' });
  const colleague = await makePerson({ email: 'robin@berth.example', lifetime: '10m' });
  const operator = await makePerson({
    email: 'operator@berth.example',
    permissions: [PLATFORM_ADMIN],
    lifetime: '10m',
  });
  const sample = await fillDemo(server.url, { visitor, colleague, operator });
  stops.defer(await launchMachines(server.url, visitor.token, sample, config.dataFolder));
  const past = (HAS_MACHINES ? addPast(server.url, visitor, owner, sample) : Promise.resolve()).catch((err: unknown) =>
    logger.error({ err }, "The demo's past could not be added"),
  );
  await Promise.race([past, sleep(PAST_WITHIN_MS, undefined, { ref: false })]);
  const ready: DemoReady = { port: Number(new URL(server.url).port), accessToken: visitor.token };
  process.send?.(ready);
} catch (error) {
  console.error('The demo cannot start:', error);
  await end(1);
}
