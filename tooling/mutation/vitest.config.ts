import { defineConfig } from 'vitest/config';
import { part } from './parts.mjs';

const { tests, needsDatabase } = part();

/** The tests that mutations of a part are judged by. */
export default defineConfig({
  test: {
    include: [...tests],
    environment: 'node',
    // Files share the modules that they read: a change is switched on and off within them.
    isolate: !needsDatabase,
    globalSetup: needsDatabase ? ['packages/server/src/testing/global-setup.ts'] : [],
    // What a change breaks is often waited for in vain.
    testTimeout: needsDatabase ? 8_000 : 120_000,
    hookTimeout: needsDatabase ? 15_000 : 120_000,
    expect: { poll: { timeout: 4_000 } },
    restoreMocks: true,
    unstubEnvs: true,
  },
});
