import { defineConfig } from 'vitest/config';
import { part } from './parts.mjs';

const { tests, needsDatabase } = part();

/** The tests that mutations of a part are judged by. */
export default defineConfig({
  test: {
    include: [...tests],
    environment: 'node',
    // Files can share modules, because Stryker turns a change on at run time; loading the server takes seconds.
    isolate: !needsDatabase,
    globalSetup: needsDatabase ? ['packages/server/src/testing/global-setup.ts'] : [],
    // Many changes make a test wait for something that never comes.
    testTimeout: needsDatabase ? 5_000 : 120_000,
    hookTimeout: needsDatabase ? 10_000 : 120_000,
    expect: { poll: { timeout: 2_500 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
