import { ensureClientBuilt } from './lib/client.mjs';
import { ensureDebianPackages, testNeeds } from './lib/debian.mjs';
import { runMain } from './lib/failure.mjs';
import { node } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { runInForeground } from './lib/run.mjs';

// `npm run screenshots`: pictures of every screen, to be looked at. Arguments go to Playwright.
await runMain(async () => {
  await prepare();
  await ensureDebianPackages(testNeeds);
  await ensureClientBuilt();
  const command = ['node_modules/.bin/playwright', 'test', '--config', 'e2e/screens.config.ts'];
  return runInForeground(node, [...command, ...process.argv.slice(2)]);
});
