import { writeFileSync } from 'node:fs';
import { startTestCluster } from '../src/testing/cluster.ts';
import { generateSchemaTypes, SCHEMA_FILE } from '../src/testing/schema-types.ts';

// `npm run db:types`: generates src/db/schema.ts from a temporary, migrated database.
const cluster = await startTestCluster();
try {
  writeFileSync(SCHEMA_FILE, await generateSchemaTypes({ ...cluster.owner, database: cluster.template }));
} finally {
  await cluster.stop();
}
