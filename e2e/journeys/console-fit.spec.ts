import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import { LANGUAGES } from '@berth/contract/rules/languages';
import { expect, test } from '@playwright/test';
import { textsThatDoNotFit } from '../kit/fit.ts';
import { speak } from '../kit/texts.ts';
import { fill } from '../screens/filling.ts';
import { type SampleConsole, startSampleConsole } from '../screens/sample-console.ts';

/** Every page of a console after a year of work, at both widths in every language. */
const SIZES = [
  { width: 1280, height: 720 },
  { width: 360, height: 740 },
];
const MACHINES = 8;

test.describe.configure({ mode: 'default' });

let stage: SampleConsole;
let pages: readonly string[];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000);
  stage = await startSampleConsole(browser, MACHINES);
  pages = Object.values(await fill(stage, `${stage.server.url}/nowhere`));
});

test.afterAll(() => stage?.dispose());

/** Opens a page, and returns the texts that do not fit, in every language at every size. */
async function faultsOn(path: string): Promise<string[]> {
  const { page, server } = stage;
  const faults: string[] = [];
  await page.goto(server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  for (const language of LANGUAGES) {
    await speak(page, language);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const cut = await textsThatDoNotFit(page, language);
      faults.push(...cut.map((fault) => `${path} ${language} ${size.width}: ${fault}`));
    }
  }
  return faults;
}

test('every text of the console’s pages fits its place at 1280 and 360 px in every language', async () => {
  test.setTimeout(300_000);
  const machine = pages.find((path) => /machines\/[0-9a-f]{32}$/.test(path));
  const tabs = ['logs', 'commands', 'configuration', 'inventory', 'history', 'settings'].map(
    (tab) => `${machine}?tab=${tab}`,
  );
  const faults: string[] = [];
  for (const path of [...pages, ...tabs]) faults.push(...(await faultsOn(path)));
  expect(faults).toEqual([]);
});

test('every text of a profile’s settings fits its place at 1280 and 360 px in every language', async () => {
  test.setTimeout(300_000);
  const forms = Object.entries(SETTINGS_FORMS).flatMap(([id, { target }]) => (target === 'definition' ? [id] : []));
  const faults: string[] = [];
  for (const form of forms) faults.push(...(await faultsOn(`/manage/profile/${stage.profiles.full}?form=${form}`)));
  expect(faults).toEqual([]);
});
