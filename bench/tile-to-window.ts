import { setTimeout as pause } from 'node:timers/promises';
import { startSite } from '@berth/e2e/kit/site';
import { t } from '@berth/e2e/kit/texts';
import { registerTestMachine } from './lib/machine.ts';
import { percentile, type Result, rounded } from './lib/result.ts';
import { openScreen, type Screen } from './lib/screen.ts';

const ROUNDS = 5;
const PATIENCE_MS = 60_000;
const TILE = 'Notice board';
const COLOR = '#0b7285';

/** From the click on a tile until the web app's page is on the X display: the first time, and after it was closed. */
export async function run(): Promise<Result> {
  const site = await startSite(TILE, `<style>body{background:${COLOR}}</style>`);
  const { machine, dispose } = await registerTestMachine({ name: TILE, url: site.url });
  const screen = await openScreen(machine.display);
  try {
    const { page } = machine;
    const click = async (): Promise<number> => {
      await pause(2_000);
      const started = performance.now();
      await page.getByRole('button', { name: TILE, exact: true }).click();
      await shown(screen);
      return (performance.now() - started) / 1_000;
    };
    const close = async (): Promise<void> => {
      await page.getByRole('button', { name: t('session.tile.close', { name: TILE }) }).click();
      await machineIsAtHome(screen);
    };
    const cold = await click();
    const warm: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await close();
      warm.push(await click());
    }
    return {
      benchmark: 'tile-to-window',
      figures: [
        { name: 'web app never opened before', unit: 's', value: rounded(cold, 2) },
        { name: `web app opened before, median of ${ROUNDS}`, unit: 's', value: rounded(percentile(warm, 0.5), 2) },
        { name: `web app opened before, slowest of ${ROUNDS}`, unit: 's', value: rounded(Math.max(...warm), 2) },
      ],
    };
  } finally {
    screen.close();
    await dispose();
    await site.dispose();
  }
}

/** Resolves once the center of the display has the page's color. */
function shown(screen: Screen): Promise<void> {
  return until(screen, (color) => color === COLOR);
}

function machineIsAtHome(screen: Screen): Promise<void> {
  return until(screen, (color) => color !== COLOR);
}

async function until(screen: Screen, holds: (color: string) => boolean): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!holds(await screen.pixel(640, 400))) {
    if (performance.now() > end) throw new Error('the window does not come, or go');
    await pause(5);
  }
}
