import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Started dozens of times to be killed: the compiled code comes from where the server's own comes from.
enableCompileCache(fileURLToPath(new URL('../../../../../node_modules/.cache/berth-server', import.meta.url)));
const { openDatabase } = await import('../../db/connection.ts');
const { chargeAll } = await import('../../features/billing/charging/charge.ts');
const { lockTier } = await import('../../features/organizations/store.ts');

/** A server that does nothing but charge; its database and its time come as an argument, as JSON. */
const { addresses, now } = JSON.parse(process.argv[2] ?? '');
// Whoever started it may be gone.
process.stdout.on('error', () => undefined);
const db = openDatabase(addresses, { app: 2, system: 1 }, undefined);
const priceList = [{ item: 'pro', deployment: 'vanilla', credits: 3 }];
process.stdout.write('charging\n');
await chargeAll({ db, clock: { now: () => now }, priceList, lockTier });
await db.close();
