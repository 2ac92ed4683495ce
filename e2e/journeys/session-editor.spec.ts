import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import type { Api } from '../kit/api.ts';
import type { Server } from '../kit/server.ts';
import { type Site, startSite } from '../kit/site.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** The editor of a session: its address names it, and its icon is one row. The server reads a site of the test. */
test.describe.configure({ mode: 'serial' });

let testConsole: TestConsole | undefined;
let server: Server;
let page: Page;
let api: Api;
let profile: string;
let site: Site;
let other: Site;

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ICON = `<link rel="icon" href="data:image/png;base64,${PNG}">`;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, 'Front desk', { BERTH_WEBHOOK_NETWORKS: '127.0.0.0/8' });
  ({ server, page, api, profile } = testConsole);
  site = await startSite('Patient portal', ICON);
  other = await startSite('Timetable');
});

test.afterAll(async () => {
  await other?.dispose();
  await site?.dispose();
  await testConsole?.dispose();
});

const open = (form: string) => page.goto(`${server.url}/manage/profile/${profile}?form=${form}`);
const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const label = (field: string) => page.getByLabel(t(`profile.thinhoc.sessions.${field}.label`), { exact: false });
const add = async (type: string): Promise<void> => {
  await open(type === 'webbrowser' ? 'sessions/browser' : `sessions/${type}`);
  await button(`profile.thinhoc.sessions.${type}.add`).click();
};
const sessions = async () => {
  const { definition } = await api.send<{
    definition: { thinhoc: { sessions: Record<string, { icon: Record<string, string>; display_name: string }[]> } };
  }>('GET', `/profiles/${profile}`);
  return definition.thinhoc.sessions;
};

test('the address comes first, and names the tile and its icon', async () => {
  await add('webapp');
  await expect(label('webapp.url')).toBeFocused();
  await label('webapp.url').fill(site.url);
  await label('webapp.url').press('Tab');
  await expect(label('webapp.display_name')).toHaveValue('Patient portal');
  await expect(label('webapp.window_title')).toHaveValue('Patient portal');
  await expect(page.getByText(t('profile.icon.type.image'))).toBeVisible();
  await expectAccessible(page);
  await button('common.save').click();
  await expect(page.getByText(t('console.save.done', { revision: 2 }))).toBeVisible();
  const [portal] = (await sessions()).webapp ?? [];
  expect(portal).toMatchObject({ display_name: 'Patient portal', icon: { type: 'image' } });
  expect(portal?.icon.image).toMatch(/^data:image\/png;base64,/);
});

test('a typed name is kept until the page’s title is requested', async () => {
  await label('webapp.display_name').fill('My portal');
  await label('webapp.url').fill(other.url);
  await label('webapp.url').press('Tab');
  await expect(label('webapp.window_title')).toHaveValue('Timetable');
  await expect(label('webapp.display_name')).toHaveValue('My portal');
  await button('forms.page.take').click();
  await expect(label('webapp.display_name')).toHaveValue('Timetable');
});

test('a page that the server cannot reach is named by its host', async () => {
  await button('profile.thinhoc.sessions.webapp.add').click();
  await label('webapp.url').fill('http://127.0.0.1:9/');
  await label('webapp.url').press('Tab');
  await expect(page.getByText(t('forms.page.unreached'))).toBeVisible();
  await expect(label('webapp.display_name')).toHaveValue('127.0.0.1');
});

test('the icon is one row that opens', async () => {
  const change = button('forms.icon.change');
  await expect(change).toHaveAttribute('aria-expanded', 'false');
  const row = page.locator('[data-path$=".icon"]').locator('fieldset').first();
  expect((await row.boundingBox())?.height).toBeLessThan(56);
  await change.click();
  await expect(page.getByRole('radio', { name: t('profile.icon.type.symbol') })).toBeChecked();
  await expectAccessible(page);
});

for (const [type, symbol] of [
  ['webapp', 'world'],
  ['webbrowser', 'browser'],
  ['rdp', 'device-desktop'],
] as const) {
  test(`a new session of type ${type} has the symbol ${symbol}`, async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await add(type);
    await expect(page.locator('[data-path$=".icon"]').getByText(symbol, { exact: true })).toBeVisible();
  });
}

test('a remote desktop is named by its computer', async () => {
  await label('rdp.default_host').fill('ts1.company.example:3389');
  await label('rdp.default_host').press('Tab');
  await expect(label('rdp.display_name')).toHaveValue('ts1.company.example');
});

const announcement = () =>
  page.getByRole('textbox', { name: t('profile.thinhoc.customization.info_section_content.label') });
const face = (name: 'text' | 'html') => page.getByRole('button', { name: t(`forms.text.face.${name}`), exact: true });

test('an announcement is written as text, and saved as HTML', async () => {
  page.once('dialog', (dialog) => void dialog.accept());
  await open('dashboard');
  await announcement().click();
  await button('forms.text.heading').click();
  await page.keyboard.type('Visiting hours');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Daily from ');
  await button('forms.text.bold').click();
  await page.keyboard.type('10 to 19');
  await expectAccessible(page);
  await button('common.save').click();
  await expect(page.getByText(t('console.save.done', { revision: 3 }))).toBeVisible();
  const { definition } = await api.send<{
    definition: { thinhoc: { customization: { info_section_content: string } } };
  }>('GET', `/profiles/${profile}`);
  expect(definition.thinhoc.customization.info_section_content).toBe(
    '<h2>Visiting hours</h2><p>Daily from <strong>10 to 19</strong></p>',
  );
});

test('the HTML view keeps markup that the text editor would change', async () => {
  await face('html').click();
  await announcement().fill('<h2>Closed<script>alert(1)</script></h2>');
  await face('text').click();
  await expect(announcement().getByRole('heading', { name: 'Closed', level: 2 })).toBeVisible();
  await face('html').click();
  await announcement().fill('<table><tr><td>Ward 3</td></tr></table>');
  await expect(page.getByText(t('forms.text.onlyHtml'))).toBeVisible();
  await expect(face('text')).toBeDisabled();
  await expectAccessible(page);
  await expect(announcement()).toHaveValue('<table><tr><td>Ward 3</td></tr></table>');
});
