import type { LaunchOptions } from '@playwright/test';

/** Debian's Chromium, or the one in BERTH_CHROMIUM, without its background requests. */
export const browserOptions: LaunchOptions = {
  executablePath: process.env.BERTH_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};
