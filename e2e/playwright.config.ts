import { defineConfig } from '@playwright/test';
import { browserOptions } from './kit/browser.ts';

/**
 * Journeys start their own stack on free ports and end it themselves; nothing is started here. The browser is Debian's
 * Chromium, or the one in BERTH_CHROMIUM.
 */
export default defineConfig({
  testDir: 'journeys',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './kit/server-template.ts',
  // Journeys mostly wait for windows, programs and schedules, and each stack uses free ports. Three keep two cores
  // busy.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Generous limits: they end hanging tests, and a slow computer does not fail a test.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/report.json' }]],
  use: {
    // Slows every action; `--trace retain-on-failure` records failed journeys.
    trace: 'off',
    actionTimeout: 60_000,
    launchOptions: browserOptions,
  },
});
