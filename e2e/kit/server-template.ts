import { rm } from 'node:fs/promises';
import { startServer, TEMPLATE } from './server.ts';

/**
 * Playwright's global setup: starts one server and ends it again, so that the servers of the journeys begin with its
 * database instead of each making its own, which takes as long as all else of a start.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer({}, { fresh: true });
  await server.stop();
  process.env[TEMPLATE] = server.data;
  return () => rm(server.data, { recursive: true, force: true });
}
