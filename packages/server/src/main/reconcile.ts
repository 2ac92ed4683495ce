import { openBooks } from '../app/books.ts';
import { createStops } from '../app/stops.ts';
import { readConfig } from '../config/config.ts';
import { verifyAll } from '../features/audit/verify-all.ts';
import { reconcile } from '../features/billing/reconcile.ts';
import { createLogger } from '../platform/logger.ts';
import { StartError } from '../platform/start-error.ts';

// `npm run reconcile`: proves the ledger and the audit log of an installation. It ends with 1 where something is wrong.
const stops = createStops();
try {
  const config = readConfig(process.env);
  const db = await openBooks(config, createLogger(config.logLevel), stops);
  const { discrepancies, figures } = await reconcile(db);
  for (const { problem, organizationId, detail } of discrepancies) {
    console.error(`ledger: ${problem}: ${detail} (organisation ${organizationId ?? 'any'})`);
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
  }
  const { transactions, charges, invoices, organizations } = figures;
  console.log(
    `Ledger: ${transactions} transactions, ${charges} charges and ${invoices} invoices of ${organizations} organisations, ${discrepancies.length} discrepancies.`,
  );
  console.log(`Audit log: ${entries} entries in ${chains} chains, ${broken} broken.`);
  process.exitCode = discrepancies.length + broken === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(`The books cannot be opened: ${error.message}\n${error.advice}`);
  process.exitCode = 1;
} finally {
  await stops.run();
}
