import { ensureClientBuilt } from './lib/client.mjs';
import { ensureDebianPackages, testNeeds } from './lib/debian.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { node } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';

/**
 * `npm run screenshots`: takes screenshots of every screen for review, in screenshots/. `--languages deu,rus`,
 * `--themes dark` and `--sizes 360x740,1920x1080` select among them; other arguments go to Playwright (`forms`, `-g
 * title`).
 */
await runMain(async () => {
  const { chosen, rest } = chosenFrom(process.argv.slice(2));
  await prepare('everything');
  await ensureDebianPackages(testNeeds);
  await ensureClientBuilt();
  Object.assign(process.env, chosen);
  const command = ['node_modules/.bin/playwright', 'test', '--config', 'e2e/screens.config.ts'];
  return runInForeground(node, [...command, ...rest]);
});

/**
 * Splits our own arguments, as environment variables for the screenshots' configuration, from the others.
 * @param {readonly string[]} args
 */
function chosenFrom(args) {
  /** @type {Record<string, string>} */
  const chosen = {};
  const rest = [...args];
  for (const name of ['languages', 'themes', 'sizes']) {
    const at = rest.indexOf(`--${name}`);
    if (at < 0) continue;
    const [, value = ''] = rest.splice(at, 2);
    chosen[`BERTH_SCREENS_${name.toUpperCase()}`] = value;
  }
  return { chosen, rest };
}
