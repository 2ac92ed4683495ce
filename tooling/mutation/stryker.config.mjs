import { part } from './parts.mjs';

const { name, mutate, needsDatabase } = part();
const cache = 'node_modules/.cache/mutation';

/** What `npm run mutation` changes, one place at a time: each change has to make a test fail. */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  // In threads, changes of what a module computes when it loads have no effect and count as unnoticed.
  vitest: { configFile: 'tooling/mutation/vitest.config.ts', related: true, pool: 'forks' },
  mutate: [...mutate, '!**/*.test.ts'],
  // TypeScript 7 has no interface for programs; Vite leaves types out anyway.
  tsconfigFile: 'none.json',
  disableTypeChecks: false,
  // Properties with thousands of runs, each instrumented.
  dryRunTimeoutMinutes: 60,
  coverageAnalysis: 'perTest',
  // Files that share modules load them once: a change of what a module computes then would have no effect.
  ignoreStatic: needsDatabase === true,
  concurrency: 2,
  incremental: true,
  incrementalFile: `${cache}/incremental-${name}.json`,
  tempDirName: 'dist/mutation',
  ignorePatterns: ['dist', '/data*', '/packages/client/dist', '/screenshots', '/bench/results', '/docs', '/e2e'],
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: `${cache}/report-${name}.json` },
  // Below it `npm run mutation` fails.
  thresholds: { high: 95, low: 85, break: 85 },
  clearTextReporter: {
    allowColor: false,
    allowEmojis: false,
    logTests: false,
    reportTests: false,
    reportScoreTable: true,
  },
};
