import { browserOptions } from '@berth/e2e/kit/browser';
import { startServer } from '@berth/e2e/kit/server';
import { completeWizard, openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium } from '@playwright/test';
import { startAsUnit } from './lib/machine.ts';
import { type Result, rounded } from './lib/result.ts';

/** Spec chapter 9: first-boot setup under 5 minutes, for a person. */
const AIM_S = 300;

/** Seconds from the agent's start on a new machine to its home screen, with a script in place of the person. */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const browser = await chromium.launch(browserOptions);
  try {
    const admin = await browser.newPage();
    await speakEnglish(admin);
    await openConsole(admin, server);
    const started = performance.now();
    const since = (): number => rounded((performance.now() - started) / 1_000, 1);
    const machine = await startAsUnit(server.url);
    try {
      let welcome = 0;
      await completeWizard(machine, 'Bench', async (step) => {
        if (step === 'welcome') welcome = since();
      });
      await machine.page.locator('[data-tour="status-bar"]').waitFor();
      return {
        benchmark: 'wizard',
        figures: [
          { name: "agent's start to the wizard's first page", unit: 's', value: welcome },
          { name: "agent's start to the home screen, a script at the machine", unit: 's', value: since(), aim: AIM_S },
        ],
      };
    } finally {
      await machine.dispose();
    }
  } finally {
    await browser.close();
    await server.dispose();
  }
}
