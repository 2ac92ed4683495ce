import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { completeWizard, openConsole } from '../kit/test-environment.ts';
import { speak, speakEnglish } from '../kit/texts.ts';
import { readOptions } from './options.ts';
import { SAMPLE_DEFINITION } from './sample.ts';

/** Screenshots of a machine's whole display. */
const SETTLE_MS = 400;
/** English last: the wizard continues in it. */
const BOOT_LANGUAGES = LANGUAGES.toSorted((a, b) => Number(a === 'eng') - Number(b === 'eng'));
const { folder, languages, screens, themes } = readOptions(process.env);

test.describe.configure({ mode: 'serial' });

let server: Server;
let machine: Machine;
let admin: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  await mkdir(folder, { recursive: true });
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(admin);
  await openConsole(admin, server);
  api = await apiOf(admin, server);
});

test.afterAll(async () => {
  await admin?.context().close();
  await machine?.dispose();
  await server?.dispose();
});

for (const size of screens) {
  test(`first boot at ${size}`, async () => {
    await machine?.dispose();
    machine = await startMachine(server.url, size);
    await completeWizard(machine, `Reception ${size}`, async (step) => {
      for (const language of BOOT_LANGUAGES) {
        await speak(machine.page, language);
        await machine.page.waitForTimeout(SETTLE_MS);
        await machine.screenshot(join(folder, `first-boot-${step}-${language}-${size}.png`));
      }
    });
  });

  test(`home screen at ${size}`, async () => {
    const { page } = machine;
    await page.waitForTimeout(SETTLE_MS);
    if (size === screens[0]) await machine.screenshot(join(folder, 'home-empty.png'));
    const [profile] = await api.profiles();
    for (const theme of themes) {
      const dark = { system: { customization: { 'global-dark-theme': theme === 'dark' } } };
      await api.merge(profile.id, { definition: { ...SAMPLE_DEFINITION, ...dark } });
      // The announcement is drawn in a frame that loads after the tiles.
      await page.frameLocator('iframe').getByText('Good morning').waitFor();
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      for (const language of languages) {
        await speak(page, language);
        await page.waitForTimeout(SETTLE_MS);
        await machine.screenshot(join(folder, `home-${language}-${theme}-${size}.png`));
      }
    }
  });
}
