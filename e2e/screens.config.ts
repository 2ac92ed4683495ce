import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** The same browser as the journeys', for pictures instead of checks. */
export default defineConfig(journeys, { testDir: 'screens', reporter: 'list', timeout: 300_000 });
