import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Started and killed dozens of times: uses the server's compile cache.
enableCompileCache(fileURLToPath(new URL('../../../../../node_modules/.cache/berth-server', import.meta.url)));
const { openDatabase } = await import('../../db/connection.ts');
const { chargeAll } = await import('../../features/billing/charging/charge.ts');
const { lockTier } = await import('../../features/organizations/store.ts');

/** A server that only charges. Its database and time are given as JSON in an argument. */
const { addresses, now } = JSON.parse(process.argv[2] ?? '');
// The parent process may have ended.
process.stdout.on('error', () => undefined);
const db = openDatabase(addresses, { app: 2, system: 1 }, undefined);
const priceList = [{ item: 'pro', deployment: 'vanilla', credits: 3 }];
process.stdout.write('charging\n');
await chargeAll({ db, clock: { now: () => now }, priceList, lockTier });
await db.close();
