import { expect, type Page, test } from '@playwright/test';
import { enrollVirtualMachines } from '../kit/fleet.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** More than a window shows, and than a sheet of paper. */
const MACHINES = 60;
/** Last in the list. */
const LONG = 'Zimmer 312, Besprechungsraum Nordseeküste im dritten Obergeschoss des Verwaltungsgebäudes';

test.describe.configure({ mode: 'default' });

let stage: TestConsole;
let page: Page;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  stage = await startTestConsole(browser, 'Lobby');
  page = stage.page;
  await page.emulateMedia({ colorScheme: 'dark' });
});
test.afterAll(() => stage?.dispose());

/** Prints the page as a person does, and returns the number of sheets. */
async function sheets(): Promise<number> {
  const file = await page.pdf({ format: 'A4' });
  return file.toString('latin1').match(/\/Type ?\/Page\b/g)?.length ?? 0;
}

/** The colors of the page and its title on paper. */
async function onPaper(): Promise<{ readonly paper: string; readonly ink: string }> {
  await page.emulateMedia({ media: 'print' });
  return page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    const title = document.querySelector('h1');
    if (!canvas || !title) throw new Error('The page has no title');
    const rgb = (color: string) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return alpha === 0 ? 'none' : red + green + blue < 3 * 100 ? 'dark' : 'light';
    };
    return { paper: rgb(getComputedStyle(document.body).backgroundColor), ink: rgb(getComputedStyle(title).color) };
  });
}

test.afterEach(() => page.emulateMedia({ media: null }));

test('a dark console prints dark words on white paper, without menus, bars and links to skip', async () => {
  for (const path of ['/manage/audit', '/manage/machines', '/guide']) {
    await page.goto(stage.server.url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await onPaper()).toEqual({ paper: 'none', ink: 'dark' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const gone of [page.getByRole('navigation'), page.getByText(t('common.skipToContent'))]) {
      for (const each of await gone.all()) await expect(each).toBeHidden();
    }
    await expect(page.getByRole('searchbox')).toBeHidden();
    await page.emulateMedia({ media: null });
  }
});

test('the list of machines prints all its rows, over several sheets, with whole names', async () => {
  test.setTimeout(120_000);
  const [{ id: profileId, organizationId }] = await stage.api.profiles();
  const { code } = await stage.api.send<{ code: string }>('POST', `/organization/${organizationId}/enrollment-codes`, {
    profileId,
    deployment: 'vanilla',
    uses: MACHINES,
    validHours: 1,
  });
  const fleet = enrollVirtualMachines(stage.server, MACHINES, code);
  await fleet.line(new RegExp(`"online":${MACHINES}\\b`));
  const [first] = await stage.api.machines();
  await stage.api.send('PATCH', `/machines/${first.id}/name`, { name: LONG });
  await page.goto(`${stage.server.url}/manage/machines?sort=-name`);
  const name = page.getByRole('link', { name: LONG });
  await name.waitFor();
  await page.evaluate(() => {
    addEventListener('beforeprint', () => {
      document.title = String(document.querySelectorAll('tbody tr').length);
    });
  });
  expect(await sheets()).toBeGreaterThan(1);
  expect(await page.title()).toBe(String(MACHINES));
  await page.emulateMedia({ media: 'print' });
  expect(await name.evaluate((link) => link.scrollWidth - link.clientWidth)).toBe(0);
  await page.emulateMedia({ media: null });
  await expect(page.getByRole('row')).not.toHaveCount(MACHINES + 1);
  await fleet.end();
});
