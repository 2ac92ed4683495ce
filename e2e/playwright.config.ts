import { defineConfig } from '@playwright/test';
import { browserOptions } from './kit/browser.ts';

/**
 * Journeys boot their own stack on free ports and end it themselves; nothing is started here. The browser is Debian's
 * Chromium, another one by BERTH_CHROMIUM.
 */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './kit/server-template.ts',
  // Much of a journey is waiting for windows, programs and schedules; each stack is its own, on free ports. Three keep
  // two cores busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // A slow or busy machine is no fault of the product: limits only end what hangs.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    // Costs every action time; `--trace retain-on-failure` has one of a journey that fails.
    trace: 'off',
    actionTimeout: 60_000,
    launchOptions: browserOptions,
  },
});
