import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** The journeys' browser, for screenshots instead of checks. */
export default defineConfig(journeys, { testDir: 'screens', reporter: 'list', timeout: 300_000 });
