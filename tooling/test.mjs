import { join } from 'node:path';
import { describeSelection, selectChanged, takeChanged } from './lib/changed.mjs';
import { choose } from './lib/choose.mjs';
import { closingLine, summary } from './lib/counts.mjs';
import { ensureDebianPackages, testNeeds } from './lib/debian.mjs';
import { runMain } from './lib/failure.mjs';
import { prepare } from './lib/install.mjs';
import { root } from './lib/paths.mjs';
import { runStage, stagesFor } from './lib/stages.mjs';
import { ensureUnpacked } from './lib/unpacked.mjs';

// `npm test`: every stage runs, even after a failed one; the last line counts passed and failed tests.
await runMain(async () => {
  const { since, rest } = takeChanged(process.argv.slice(2));
  // A misspelled argument is refused before anything is installed.
  const names = choose(stagesFor(), rest).map(({ name }) => name);
  let chosen = stagesFor();
  try {
    await prepare('everything');
    const selection = since === undefined ? undefined : await selectChanged(since);
    if (since !== undefined && selection) console.log(describeSelection(since, selection));
    chosen = selection?.changed === 0 ? [] : stagesFor(selection).filter(({ name }) => names.includes(name));
    if (chosen.some(({ needsDebian }) => needsDebian)) {
      await ensureDebianPackages(testNeeds);
      await ensureUnpacked();
    }
  } catch (error) {
    console.log(closingLine([{ name: 'preparation', passed: 0, failed: 1, skipped: 0, seconds: 0 }]));
    throw error;
  }
  // Hundreds of processes start from the same sources: compile each once.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/tests');
  const results = [];
  // Stages that only read the sources run in parallel, on all cores.
  const first = chosen.findIndex(({ readsOnly }) => !readsOnly);
  const reading = chosen.slice(0, first < 0 ? chosen.length : first);
  results.push(...(await Promise.all(reading.map(runStage))));
  for (const stage of chosen.slice(reading.length)) results.push(await runStage(stage));
  console.log(summary(results));
  console.log(closingLine(results));
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
});
