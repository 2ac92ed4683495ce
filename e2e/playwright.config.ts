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
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    trace: 'retain-on-failure',
    actionTimeout: 15_000,
    launchOptions: browserOptions,
  },
});
