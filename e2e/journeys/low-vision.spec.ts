import { expect, type Locator, type Page, test } from '@playwright/test';
import { startVirtualMachines } from '../kit/fleet.ts';
import type { Machine } from '../kit/machine.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { startRegisteredMachine } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/** Console and session in a contrast theme of the system and without motion, and the console magnified four times (WCAG 2.2, 1.4.1 and 1.4.10). */
test.describe.configure({ mode: 'default' });

let stage: TestConsole;
let page: Page;
let machine: Machine | undefined;
/** The machine's page. */
let screen: Page;

test.beforeAll(async ({ browser }) => {
  stage = await startTestConsole(browser, 'Lobby');
  page = stage.page;
  machine = await startRegisteredMachine(stage.server, stage.api, 'Lobby screen');
  screen = machine.page;
  const [{ id }] = await stage.api.profiles();
  const webapp = [{ display_name: 'Wiki', window_title: 'Wiki', url: `${stage.server.url}/docs` }];
  await stage.api.merge(id, {
    definition: { thinhoc: { sessions: { webapp }, apps: { enabled: ['thinhoc::whiteboard'] } } },
  });
  await screen.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
});
test.afterAll(async () => {
  await machine?.dispose();
  await stage?.dispose();
});

const background = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);

test('a contrast theme shows whether a switch is on, and which page and tab are open', async () => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  await page.goto(`${stage.server.url}/manage/profile/${stage.profile}`);
  const control = page.getByRole('main').getByRole('switch').first();
  const track = control.locator('xpath=following-sibling::*[1]');
  await track.waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  const before = await track.screenshot();
  await control.press('Space');
  await page.getByRole('heading', { level: 1 }).click();
  expect((await track.screenshot()).equals(before)).toBe(false);
  await control.press('Space');

  const navigation = page.getByRole('navigation', { name: t('console.nav.label') });
  const [open, other] = [t('console.nav.profiles'), t('console.nav.layers')].map((name) =>
    navigation.getByRole('link', { name, exact: true }),
  );
  if (!open || !other) throw new Error('The navigation has two links');
  await page.goto(`${stage.server.url}/manage/profiles`);
  await other.waitFor();
  expect(await background(open)).not.toBe(await background(other));
  await page.emulateMedia({ forcedColors: null, colorScheme: null });
});

test('magnified four times, nothing covers the head of the list of machines, and its rows can be reached', async () => {
  const fleet = await startVirtualMachines(stage.server, stage.api, 3);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(`${stage.server.url}/manage/machines`);
  const add = page.getByRole('link', { name: t('machines.add'), exact: true });
  const search = page.getByRole('searchbox');
  await search.waitFor();
  const boxes = await Promise.all([add, search].map((element) => element.boundingBox()));
  const [above, below] = boxes;
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  const last = page.getByRole('row').last().getByRole('link');
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await fleet.end();
});

test('a contrast theme has plain panels, icons like its texts, and all colors to draw with on a machine', async () => {
  const colors = await screen.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('p'));
    probe.setAttribute('style', 'forced-color-adjust: none; color: CanvasText; background: Canvas');
    const { color, backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return { text: color, canvas: backgroundColor };
  });
  const bar = screen.locator('[data-tour="status-bar"]');
  for (const icon of await bar.locator('[data-tour="network"] svg:visible').all()) {
    await expect(icon).toHaveCSS('color', colors.text);
  }
  await expect(bar).toHaveCSS('background-color', colors.canvas);
  await screen.goto(new URL('/whiteboard', screen.url()).href);
  const swatches = screen.locator('.color-picker__top-picks button');
  await swatches.first().waitFor();
  const shown = await swatches.evaluateAll((all) => all.map((each) => getComputedStyle(each).backgroundColor));
  expect(new Set(shown).size).toBeGreaterThan(5);
});

test('without motion, nothing turns while an app starts', async () => {
  await screen.goto(new URL('/session/local', screen.url()).href);
  const tile = screen.getByRole('button', { name: 'Wiki' });
  await tile.waitFor();
  const seen = screen.evaluate(
    (starting) =>
      new Promise<string>((resolve) => {
        const look = () => {
          const isStarting = document.querySelector('dialog[open]')?.textContent?.includes(starting) ?? false;
          if (!isStarting) return requestAnimationFrame(look);
          const endless = document
            .getAnimations()
            .some(({ effect }) => effect?.getComputedTiming().endTime === Infinity);
          return resolve(endless ? 'something turns' : 'nothing turns');
        };
        look();
      }),
    t('session.tile.starting'),
  );
  await tile.click();
  expect(await seen).toBe('nothing turns');
});
