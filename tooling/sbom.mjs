import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, runMain } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { billOfMaterials } from './lib/sbom.mjs';

// `npm run -s sbom -- WORKSPACE...`: prints the bill of materials (CycloneDX) of the runtime dependencies of these
// workspaces, such as packages/server packages/client. SOURCE_DATE_EPOCH sets its timestamp.
await runMain(async () => {
  const workspaces = process.argv.slice(2);
  if (workspaces.length === 0)
    throw new Failure('name the workspaces: npm run -s sbom -- packages/server packages/client');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const time = Number(process.env.SOURCE_DATE_EPOCH) || Math.floor(Date.now() / 1000);
  process.stdout.write(billOfMaterials(root, { name: 'berth-server', version, time, workspaces }));
  return 0;
});
