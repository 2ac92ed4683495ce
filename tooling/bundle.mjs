import { existsSync } from 'node:fs';
import { ensureClientBuilt } from './lib/client.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { bundleServer } from './lib/server-bundle.mjs';

// `npm run bundle -- FOLDER [--without-database]`: writes the server as production runs it to a new folder. Start it with
// `node packages/server/src/main.mjs` there.
await runMain(async () => {
  const [folder, option, ...more] = process.argv.slice(2);
  if (!folder || folder.startsWith('-') || more.length > 0 || (option && option !== '--without-database'))
    throw new Failure('usage: npm run bundle -- FOLDER [--without-database]');
  if (existsSync(folder)) throw new Failure(`${folder} exists: name a new folder.`);
  await prepare('everything');
  await ensureClientBuilt();
  await bundleServer(folder, { database: option === undefined });
  return 0;
});
