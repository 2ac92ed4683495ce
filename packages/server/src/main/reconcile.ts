import { createStops, type Stops } from '@berth/contract/stops';
import { openOfflineDatabase } from '../app/offline-database.ts';
import { readConfig } from '../config/config.ts';
import { verifyAll } from '../features/audit/verify.ts';
import { reconcile } from '../features/billing/ledger/balance.ts';
import { createLogger } from '../platform/logger.ts';
import { runCommand } from './command.ts';

await runCommand({
  usage: `Usage: npm run reconcile
Proves the ledger and the audit log of an installation, while its server runs or not. BERTH_DATA or DATABASE_URL, and
BERTH_SECRET, are set as they are for the server. Ends with 1 where something is wrong.`,
  failure: 'The books cannot be opened',
  operands: [],
  options: [],
  run: async () => {
    const stops = createStops();
    try {
      return await prove(stops);
    } finally {
      await stops.run();
    }
  },
});

async function prove(stops: Stops): Promise<number> {
  const config = readConfig(process.env);
  const db = await openOfflineDatabase(config, createLogger(config.logLevel), stops);
  const { discrepancies, figures } = await reconcile(db);
  for (const { problem, organizationId, detail } of discrepancies) {
    console.error(`ledger: ${problem}: ${detail} (organization ${organizationId ?? 'any'})`);
  }
  let chains = 0;
  let broken = 0;
  let entries = 0;
  for await (const chain of verifyAll(db)) {
    chains += 1;
    entries += chain.entries;
    if (chain.intact) continue;
    broken += 1;
    console.error(`audit log: the chain of ${chain.chain} is broken at entry ${chain.brokenAt}`);
    for (const { machineId, sequence } of chain.disputes) {
      console.error(`audit log: machine ${machineId} keeps an entry ${sequence} that the chain lacks`);
    }
  }
  const { transactions, charges, invoices, organizations } = figures;
  console.log(
    `Ledger: ${transactions} transactions, ${charges} charges and ${invoices} invoices of ${organizations} organizations, ${discrepancies.length} discrepancies.`,
  );
  console.log(`Audit log: ${entries} entries in ${chains} chains, ${broken} broken.`);
  return discrepancies.length + broken === 0 ? 0 : 1;
}
