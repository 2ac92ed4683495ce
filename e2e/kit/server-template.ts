import { rm } from 'node:fs/promises';
import { startServer, TEMPLATE } from './server.ts';

/**
 * Playwright's global setup: starts one server and ends it again. Journeys start from a copy of its database, because
 * creating one takes half of a server's start.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const server = await startServer({}, { fresh: true });
  await server.stop();
  process.env[TEMPLATE] = server.data;
  return () => rm(server.data, { recursive: true, force: true });
}
