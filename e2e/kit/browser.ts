import type { LaunchOptions } from '@playwright/test';

/** Debian's Chromium, another one by BERTH_CHROMIUM, without the calls home that no test may make. */
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
