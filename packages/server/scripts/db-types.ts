import { writeFileSync } from 'node:fs';
import { startTestCluster } from '../src/testing/cluster.ts';
import { generateSchemaTypes, SCHEMA_FILE } from '../src/testing/schema-types.ts';

// `npm run db:types`: writes src/db/schema.ts from the migrations, by applying them to a database of its own.
const cluster = await startTestCluster();
try {
  writeFileSync(SCHEMA_FILE, await generateSchemaTypes({ ...cluster.owner, database: cluster.template }));
} finally {
  await cluster.stop();
}
