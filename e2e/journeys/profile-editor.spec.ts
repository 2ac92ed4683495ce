import { readFile, writeFile } from 'node:fs/promises';
import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import type { Api } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import type { Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/**
 * What an administrator does with a profile as a whole, on the real server: preview, review, compare, duplicate,
 * export.
 */
test.describe.configure({ mode: 'serial' });

let testConsole: TestConsole | undefined;
let server: Server;
let fleet: Running;
let page: Page;
let api: Api;
let profile: string;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, PROFILE_NAME_DEFAULT);
  ({ server, page, api, profile } = testConsole);
  const webapp = [{ display_name: 'Timetable', url: 'http://127.0.0.1/', window_title: 'Timetable' }];
  await api.merge(profile, { definition: { thinhoc: { sessions: { webapp } } } });
  fleet = await startVirtualMachines(server, api, 2);
});

test.afterAll(async () => {
  await fleet?.end();
  await testConsole?.dispose();
});

const button = (key: string, values: Record<string, string> = {}) =>
  page.getByRole('button', { name: t(key, values), exact: true });
const dialog = () => page.locator('dialog[open]');
const label = (field: string) => page.getByLabel(t(`profile.thinhoc.sessions.${field}.label`));
const open = (form: string) => page.goto(`${server.url}/manage/profile/${profile}?form=${form}`);
const preview = () => page.frameLocator(`iframe[title="${t('console.preview.title')}"]`);
const menuItem = async (key: string): Promise<void> => {
  await page.getByRole('button', { name: t('console.profile.actions', { name: PROFILE_NAME_DEFAULT }) }).click();
  await page.getByRole('menuitem', { name: t(key) }).click();
};

test('the live preview is the session itself and follows what is typed', async () => {
  await open('sessions/webapp');
  await button('console.preview.show').click();
  await expect(preview().getByRole('button', { name: 'Timetable' })).toBeVisible();
  await page.getByRole('button', { name: 'Timetable' }).first().click();
  await label('webapp.display_name').fill('Departures');
  await expect(preview().getByRole('button', { name: 'Departures' })).toBeVisible();
  await expectAccessible(page);
});

test('the preview comes in several screen sizes, light and dark, and fits its place', async () => {
  const root = preview().locator('html');
  await page.getByLabel(t('console.preview.screen')).selectOption('1080 × 1920');
  await expect.poll(() => root.evaluate(() => `${innerWidth} ${innerHeight}`)).toBe('1080 1920');
  await page.getByRole('main').getByLabel(t('common.theme')).selectOption('light');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('main').getByLabel(t('common.theme')).selectOption('dark');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(async () => {
    const frame = await page.locator('iframe').boundingBox();
    expect(frame?.height).toBeLessThan(450);
    expect((frame?.width ?? 0) / (frame?.height ?? 1)).toBeCloseTo(1080 / 1920, 2);
  }).toPass();
});

test('saving shows the affected machines and settings first', async () => {
  await button('console.save.more').click();
  await page.getByRole('menuitem', { name: t('console.impact.open') }).click();
  await expect(dialog().getByRole('heading', { name: t('console.impact.title') })).toBeVisible();
  await expect(dialog()).toContainText('2 machines get the new configuration (2 online).');
  await expect(dialog().getByRole('row').filter({ hasText: 'Timetable' })).toContainText('Departures');
  await expectAccessible(page);
  await dialog()
    .getByRole('button', { name: t('common.save') })
    .click();
  await expect(page.getByText(t('console.save.done', { revision: 3 }))).toBeVisible();
});

test('two revisions are compared side by side, and the earlier one is restored', async () => {
  await open('history');
  const second = page.getByRole('listitem').filter({ hasText: t('console.profile.revision', { revision: 2 }) });
  await second.getByRole('button', { name: t('console.history.compare') }).click();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText([
    t('console.history.field'),
    t('console.profile.revision', { revision: 2 }),
    t('console.profile.revision', { revision: 3 }),
  ]);
  await expect(table.getByRole('row', { name: /Timetable/ })).toContainText('Departures');
  await expectAccessible(page);
  await second.getByRole('button', { name: t('console.history.restore') }).click();
  await dialog()
    .getByRole('button', { name: t('console.history.restore') })
    .click();
  await expect(page.getByText(t('console.save.done', { revision: 4 }))).toBeVisible();
  await open('sessions/webapp');
  await expect(page.getByRole('button', { name: /^Timetable/ })).toBeVisible();
});

test('an error links to its field, and shows there', async () => {
  await button('profile.thinhoc.sessions.webapp.add').click();
  await page.getByRole('button', { name: /^Timetable/ }).click();
  await button('common.save').click();
  await dialog().getByRole('button', { name: 'Web apps › 2 › URL' }).click();
  await expect(label('webapp.url')).toBeFocused();
  await expect(label('webapp.url')).toHaveAccessibleDescription(new RegExp(t('forms.fault.required')));
  await button('common.discard').click();
  await dialog()
    .getByRole('button', { name: t('common.discard') })
    .click();
});

test('the dialog of faults saves nothing, and discards the changes on request', async () => {
  const { revision } = await api.send<{ revision: number }>('GET', `/profiles/${profile}`);
  await open('sessions/webapp');
  await button('profile.thinhoc.sessions.webapp.add').click();
  await button('common.save').click();
  await dialog()
    .getByRole('button', { name: t('console.faults.discard') })
    .click();
  await expect(dialog()).toHaveCount(0);
  await expect(page.locator('[data-row]')).toHaveCount(1);
  expect(await api.send('GET', `/profiles/${profile}`)).toMatchObject({ revision });
});

test('an error shown on blur does not swallow the click that caused the blur', async () => {
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  // Tall enough that nothing scrolls: browsers anchor a scrolled page.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await open('sessions/webapp');
  const add = button('profile.thinhoc.sessions.webapp.add');
  const rows = page.locator('[data-row]');
  await add.click();
  await expect(rows).toHaveCount(2);
  await expect(label('webapp.url')).toBeFocused();
  const { x = 0, y = 0 } = (await add.boundingBox()) ?? {};
  // At the button's upper edge: one more line above it moves the button from under the pointer.
  await page.mouse.move(x + 20, y + 3);
  await page.mouse.down();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await page.mouse.up();
  await expect(rows).toHaveCount(3);
  await rows.nth(1).locator('[data-toggle]').click();
  await label('webapp.display_name').press('Tab');
  await expect(label('webapp.display_name')).toHaveAccessibleDescription(t('forms.fault.required'));
  await page.setViewportSize(usual);
});

test('an entry added after a failed save is not marked before anything is typed', async () => {
  await button('common.save').click();
  await dialog().getByRole('button', { name: 'Web apps › 3 › URL' }).click();
  await expect(label('webapp.url')).toHaveAccessibleDescription(new RegExp(t('forms.fault.required')));
  await button('profile.thinhoc.sessions.webapp.add').click();
  await expect(page.locator('[data-row]')).toHaveCount(4);
  await expect(label('webapp.url')).toBeFocused();
  await expect(page.locator('[data-row] [aria-invalid=true]')).toHaveCount(0);
  await expect(page.locator('[data-row]').nth(3).locator('[data-toggle]')).not.toContainText('error');
  await button('common.discard').click();
  await dialog()
    .getByRole('button', { name: t('common.discard') })
    .click();
});

test('the default search engine is one of those in the list', async () => {
  await open('sessions/browser');
  await button('profile.thinhoc.sessions.webbrowser.add').click();
  const engine = label('webbrowser.default_search_engine');
  await expect(engine.getByRole('option')).toHaveText(['DuckDuckGo', 'Google', 'Bing', 'Startpage', 'Ecosia']);
  await page.getByRole('button', { name: t('forms.list.remove', { name: 'DuckDuckGo' }) }).click();
  await expect(engine).toHaveValue('DuckDuckGo');
  await expect(engine.locator('option:checked')).toHaveText(t('forms.entry.gone', { name: 'DuckDuckGo' }));
  await button('common.discard').click();
  await dialog()
    .getByRole('button', { name: t('common.discard') })
    .click();
});

test('widgets of every kind are placed on the grid, moved by keys and mouse, each with its form', async () => {
  await open('dashboard');
  await button('profile.thinhoc.customization.dashboard.layouts.add').click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Lunch');
  const fields = {
    button: 'profile.widget.button.action.type.system',
    image: 'forms.picture.choose',
    qr: 'profile.widget.qr.type.wifi_hint',
    text: 'profile.widget.text.text.description',
  };
  const settings = (kind: string) => page.getByRole('region', { name: t(`forms.widget.kind.${kind}`), exact: true });
  for (const [kind, field] of Object.entries(fields)) {
    await button('forms.widget.add', { kind: t(`forms.widget.kind.${kind}`) }).click();
    await expect(settings(kind).getByText(t(field))).toBeVisible();
  }
  const cards = page.locator('[data-widget]');
  await cards.last().press('ArrowRight');
  await expect(cards.last()).toHaveAccessibleName(/Column 2, .* 4 wide/);
  await cards.last().press('Shift+ArrowRight');
  await expect(cards.last()).toHaveAccessibleName(/Column 2, .* 5 wide/);
  // Waits for the end of its animation.
  await cards.last().hover();
  const place = await cards.last().boundingBox();
  if (!place) throw new Error('the widget has no place');
  const [x, y] = [place.x + place.width / 2, place.y + place.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (2 * place.width) / 5, y, { steps: 8 });
  await page.mouse.up();
  await expect(cards.last()).toHaveAccessibleName(/Column 4, .* 5 wide/);
  await expectAccessible(page);
});

test('a form shows and hides fields by its rules', async () => {
  const card = page.locator('[data-widget]').first();
  await card.click();
  const settings = page.getByRole('region', { name: t('forms.widget.kind.button'), exact: true });
  const address = settings.getByRole('textbox', { name: t('profile.widget.button.action.webhook.url.label') });
  const action = settings.getByRole('combobox', { name: t('profile.widget.button.action.system.action.label') });
  await settings.getByText(t('profile.widget.button.action.type.system')).click();
  await expect(action).toBeVisible();
  await expect(address).toHaveCount(0);
  await settings.getByText(t('profile.widget.button.action.type.webhook')).click();
  await expect(action).toHaveCount(0);
  await settings.getByRole('radio', { name: t('profile.widget.button.action.webhook.type.get') }).check();
  await address.fill('bell');
  await card.click();
  await expect(settings).toHaveCount(0);
  await button('common.save').click();
  await dialog()
    .getByRole('button', { name: /^Info Section › Layouts › 1 › Widgets/ })
    .first()
    .click();
  await expect(address).toBeFocused();
  await expect(address).toBeInViewport();
  await address.fill('http://127.0.0.1/bell');
  // An image widget without an image cannot be saved.
  await page.locator('[data-widget]').nth(1).press('Delete');
  await expect(page.locator('[data-widget]')).toHaveCount(3);
  await button('common.save').click();
  await expect(page.getByText(t('console.save.done', { revision: 5 }))).toBeVisible();
});

test('a save is undone from its notice, as a revision of its own', async () => {
  await page
    .getByRole('status')
    .getByRole('button', { name: t('console.undo') })
    .click();
  await expect(page.getByText(t('console.undo.done'))).toBeVisible();
  await expect(page.getByText(t('console.profile.revision', { revision: 6 }))).toBeVisible();
  await expect(page.locator('[data-widget]')).toHaveCount(0);
});

test('a paid app and a beta app ask for confirmation before they are turned on; a free one does not', async () => {
  await open('app-manager');
  const app = (key: string) => page.getByRole('switch', { name: t(`apps.thinhoc::${key}.name`), exact: true });
  await app('dashboard').press('Space');
  await expect(dialog()).toContainText('4 credits per machine per 30 days');
  await dialog()
    .getByRole('button', { name: t('common.cancel') })
    .click();
  await expect(app('dashboard')).not.toBeChecked();
  await app('dashboard').press('Space');
  await dialog()
    .getByRole('button', { name: t('apps.enable') })
    .click();
  await expect(app('dashboard')).toBeChecked();
  await app('hosted-desktop').press('Space');
  const name = t('apps.thinhoc::hosted-desktop.name');
  await expect(dialog()).toContainText(t('apps.confirm.beta.title', { name }));
  await dialog()
    .getByRole('button', { name: t('common.next') })
    .click();
  await expect(dialog()).toContainText(t('apps.confirm.paid.title', { name }));
  await dialog()
    .getByRole('button', { name: t('apps.enable') })
    .click();
  await expect(app('hosted-desktop')).toBeChecked();
  await app('video-conference').press('Space');
  await expect(app('video-conference')).toBeChecked();
  await button('common.discard').click();
  await dialog()
    .getByRole('button', { name: t('common.discard') })
    .click();
});

test('a profile is duplicated under a new name', async () => {
  await menuItem('console.profile.duplicate');
  const name = t('console.profile.duplicate.name', { name: PROFILE_NAME_DEFAULT });
  await expect(dialog().getByLabel(t('common.name'))).toHaveValue(name);
  await dialog().getByLabel(t('common.name')).fill(PROFILE_NAME_DEFAULT);
  await dialog()
    .getByRole('button', { name: t('console.profile.duplicate') })
    .click();
  await expect(dialog()).toContainText(t('console.profile.nameTaken'));
  await dialog().getByLabel(t('common.name')).fill(name);
  await dialog()
    .getByRole('button', { name: t('console.profile.duplicate') })
    .click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
});

test('a profile is exported to a file and imported as another one', async () => {
  await open('sessions/webapp');
  const [download] = await Promise.all([page.waitForEvent('download'), menuItem('console.profile.export')]);
  expect(download.suggestedFilename()).toBe(`${PROFILE_NAME_DEFAULT}.json`);
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as { name: string };
  const other = test.info().outputPath('profile.json');
  await page.goto(`${server.url}/manage/profiles`);
  await writeFile(other, 'no profile');
  await page.locator('input[type=file]').setInputFiles(other);
  await expect(dialog()).toContainText(t('console.profile.import.noProfile'));
  await button('common.ok').click();
  await writeFile(other, JSON.stringify({ ...file, definition: { thinhoc: { sessions: { webapp: [{}] } } } }));
  await page.locator('input[type=file]').setInputFiles(other);
  await expect(dialog()).toContainText('Web apps › 1 › URL');
  await expectAccessible(page);
  await button('common.ok').click();
  await writeFile(other, JSON.stringify({ ...file, name: 'Reception' }));
  await page.locator('input[type=file]').setInputFiles(other);
  await expect(page.getByRole('heading', { name: 'Reception', level: 1 })).toBeVisible();
});
