import { apiOf } from '@berth/e2e/kit/api';
import { browserOptions } from '@berth/e2e/kit/browser';
import { startMachine } from '@berth/e2e/kit/machine';
import { startServer } from '@berth/e2e/kit/server';
import { completeWizard, openConsole } from '@berth/e2e/kit/test-environment';
import { speakEnglish } from '@berth/e2e/kit/texts';
import { chromium } from '@playwright/test';
import { percentile, type Result, rounded } from './lib/result.ts';
import { openScreen, type Screen } from './lib/screen.ts';

const CHANGES = 100;
const PATIENCE_MS = 10_000;
const COLORS = ['#0b7285', '#c2255c'] as const;

/** From the reply to a profile save until the machine's X display shows the new color, over 100 changes. */
export async function run(): Promise<Result> {
  const server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  const browser = await chromium.launch(browserOptions);
  try {
    const admin = await browser.newPage();
    await speakEnglish(admin);
    await openConsole(admin, server);
    const machine = await startMachine(server.url);
    const screen = await openScreen(machine.display);
    try {
      await completeWizard(machine, 'Bench');
      const api = await apiOf(admin, server);
      const [profile] = await api.profiles();
      const box = await machine.page.getByText(profile.name).first().boundingBox();
      if (!box) {
        throw new Error('the status bar shows no profile');
      }
      // Inside the profile's field, left of its text and icon: plain primary color.
      const at = { x: Math.round(box.x) - 1, y: Math.round(box.y) + 1 };
      const samples: number[] = [];
      for (let change = 0; change < CHANGES; change++) {
        const color = COLORS[change % COLORS.length] ?? COLORS[0];
        await api.merge(profile.id, { definition: { thinhoc: { customization: { color_primary: color } } } });
        samples.push(await shown(screen, at, color));
      }
      return {
        benchmark: 'save-to-pixel',
        figures: [
          {
            name: `acknowledged save to changed pixel, p50 of ${CHANGES}`,
            unit: 'ms',
            value: rounded(percentile(samples, 0.5), 1),
          },
          {
            name: `acknowledged save to changed pixel, p95 of ${CHANGES}`,
            unit: 'ms',
            value: rounded(percentile(samples, 0.95), 1),
            aim: 500,
          },
          { name: 'slowest', unit: 'ms', value: rounded(Math.max(...samples), 1) },
        ],
      };
    } finally {
      screen.close();
      await machine.dispose();
    }
  } finally {
    await browser.close();
    await server.dispose();
  }
}

/** Milliseconds from now until the pixel has the color. */
async function shown(screen: Screen, { x, y }: { x: number; y: number }, color: string): Promise<number> {
  const before = performance.now();
  for (;;) {
    const pixel = await screen.pixel(x, y);
    const waited = performance.now() - before;
    if (pixel === color) {
      return waited;
    }
    if (waited > PATIENCE_MS) {
      throw new Error(`the screen shows ${pixel} where ${color} was saved`);
    }
  }
}
