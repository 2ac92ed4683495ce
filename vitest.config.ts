import { defineConfig } from 'vitest/config';
import { formsPlugin } from './packages/client/scripts/forms-plugin.ts';
import { glyphsPlugin } from './packages/client/scripts/glyphs-plugin.ts';
import { guidePlugin } from './packages/client/scripts/guide-plugin.ts';
import { messagesPlugin } from './packages/client/scripts/messages-plugin.ts';

/**
 * Unit and integration tests live beside the code they test. Journeys through the whole product are Playwright's
 * (e2e/), figures are bench/'s.
 */
export default defineConfig({
  // The client's forms, texts and icons are made as they are for its build.
  plugins: [formsPlugin(), glyphsPlugin(), guidePlugin(), messagesPlugin()],
  test: {
    include: ['packages/*/src/**/*.test.{ts,tsx}', 'tooling/**/*.test.ts', 'bench/lib/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', 'e2e/**'],
    environment: 'node',
    globalSetup: ['packages/server/src/testing/global-setup.ts'],
    // A process of its own for every file: tests start databases, servers and agents, and change the environment.
    pool: 'forks',
    // Many wait for programs of their own: three keep two cores busy.
    maxWorkers: 3,
    // A slow or busy machine is no fault of the product: limits only end what hangs. How quick something is, bench/ says.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    allowOnly: false,
  },
});
