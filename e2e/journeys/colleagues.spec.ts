import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { type Api, apiWith } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { quickSignUp } from '../kit/quick-sign-up.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** Two administrators of one organization, each in their own browser. */
test.describe.configure({ mode: 'serial' });

const ADA = { email: 'ada@company.example', password: 'Harvest-moon!9' };

let stack: TestConsole;
/** Ada's browser. */
let ada: Page;
let adasApi: Api;

test.beforeAll(async ({ browser }) => {
  stack = await startTestConsole(browser, 'Reception');
  const [organization] = await stack.api.send<[{ id: string }]>('GET', '/organizations');
  await stack.api.send('POST', `/organizations/${organization.id}/invite`, { email: ADA.email });
  ada = await join(browser, organization.id);
});

test.afterAll(async () => {
  await ada?.context().close();
  await stack?.dispose();
});

async function join(browser: Browser, organizationId: string): Promise<Page> {
  const { server } = stack;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  adasApi = apiWith(await quickSignUp(context.request, server, ADA), server);
  await adasApi.send('POST', `/organizations/${organizationId}/accept`);
  const page = await context.newPage();
  await speakEnglish(page);
  await page.goto(`${server.url}/manage`);
  await expect(page.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 })).toBeVisible();
  return page;
}

const alsoHere = (page: Page) => page.getByRole('list', { name: t('console.editors.label') });
const settings = (page: Page) => page.getByRole('navigation', { name: t('console.forms.label') });
const profilePath = (form: string) => `${stack.server.url}/manage/profile/${stack.profile}?form=${form}`;

test('two administrators in one profile see each other and the field the other is in, until one leaves', async () => {
  const { page } = stack;
  await page.goto(profilePath('customization'));
  await ada.goto(profilePath('network/wifi'));
  await expect(alsoHere(page).getByText(t('console.editors.open', { name: ADA.email }))).toBeAttached();
  await expect(alsoHere(ada).getByText('grace@company.example')).toBeAttached();

  await ada.goto(profilePath('customization'));
  const field = '[data-path="color_primary"]';
  await ada.locator(field).getByRole('textbox').first().focus();
  const inField = page.locator(field).getByText(t('forms.person', { name: ADA.email }));
  await expect(inField).toBeAttached();
  const label = await settings(page).getByRole('link').filter({ hasText: ADA.email }).innerText();
  expect(label).toContain(t('console.form.customization'));

  await page.goto(profilePath('network/wifi'));
  await alsoHere(page).getByRole('button').click();
  await expect(page).toHaveURL(/form=customization/);
  await expect(inField).toBeAttached();

  await ada.getByRole('link', { name: t('console.nav.machines'), exact: true }).click();
  await expect(alsoHere(page)).toHaveCount(0);
  await expect(inField).toHaveCount(0);

  await ada.goto(profilePath('network/wifi'));
  await expect(alsoHere(page)).toBeVisible();
  await ada.close();
  await expect(alsoHere(page)).toHaveCount(0);
});

test('the overview shows what others changed since the last visit', async () => {
  const { page, server } = stack;
  const main = page.getByRole('main');
  const since = main.getByRole('heading', { name: t('machines.dashboard.since') });
  const recent = main.getByRole('heading', { name: t('machines.dashboard.changes') });
  const [profile] = await stack.api.profiles();
  await startVirtualMachines(server, stack.api, 1).then((fleet) => fleet.end());
  await page.goto(`${server.url}/manage/overview`);
  await expect(recent).toBeVisible();

  await stack.api.rename(profile.id, 'Front desk');
  await leaveFor(page, 3 * 3_600_000);
  await page.reload();
  await expect(recent).toBeVisible();
  const note = main.getByText(t('machines.dashboard.since.none', { when: '' }));
  await expect(note).toBeVisible();
  // In a narrow window it has a line of its own, instead of a column of words beside the title.
  const wide = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ width: 360, height: 740 });
  const lineOf = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? 0);
  await expect(async () => expect(await lineOf(note)).toBeGreaterThan((await lineOf(recent)) + 10)).toPass();
  expect((await note.boundingBox())?.height).toBeLessThan(30);
  await page.setViewportSize(wide);

  await adasApi.rename(profile.id, 'Lobby');
  await page.reload();
  await expect(since).toBeVisible();
  const changes = main.getByRole('listitem').filter({ hasText: t('audit.action.profiles.change') });
  await expect(changes).toHaveCount(1);
  await expect(changes).toContainText('ada');
});

/** Moves the end of the visit so far this long into the past. */
async function leaveFor(page: Page, ms: number): Promise<void> {
  await page.evaluate((away) => {
    const key = Object.keys(localStorage).find((each) => each.startsWith('visit:')) ?? '';
    const { seen, ...visit } = JSON.parse(localStorage.getItem(key) ?? '{}');
    const before = new Date(Date.parse(seen) - away).toISOString();
    localStorage.setItem(key, JSON.stringify({ ...visit, seen: before }));
  }, ms);
}
