import { type Browser, expect, type Page, type Route, test } from '@playwright/test';
import { apiOf } from '../kit/api.ts';
import { pressInTime } from '../kit/keyboard.ts';
import { logIn } from '../kit/person.ts';
import { type Server, startServer } from '../kit/server.ts';
import { COMPANY, GRACE, signUpWithOrganization } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** Console entry and exit, keyboard shortcuts, tour and error messages. */
test.describe.configure({ mode: 'serial' });

let server: Server;
let page: Page;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_PLATFORM_ADMINS: GRACE.email });
  page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(page);
});

test.afterAll(async () => {
  await page?.context().close();
  await server?.dispose();
});

const dialog = () => page.locator('dialog[open]').last();
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });
const heading = (key: string) => page.getByRole('heading', { name: t(key), exact: true });

test('the page says that it starts before its styles and scripts arrive', async ({ browser }) => {
  const visitor = await (await browser.newContext()).newPage();
  const held: Route[] = [];
  let isHeld = true;
  await visitor.route(/\/assets\//, (route) => (isHeld ? void held.push(route) : route.continue()));
  await visitor.goto(server.url, { waitUntil: 'commit' });
  await expect(visitor.getByText('Berth')).toBeVisible();
  await visitor.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitor.locator('link[media="not all"]')).toHaveCount(0);
  await visitor.context().close();
});

test('the error page shows the error_description as text, and is not remembered as the last route', async () => {
  await page.goto(`${server.url}/app-catalog`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const description = '<img src=x onerror="document.title=1"> & more';
  await page.goto(`${server.url}/error?error_description=${encodeURIComponent(description)}`);
  await expect(page.getByRole('alert')).toHaveText(description);
  await expect(page.locator('img[src=x]')).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('lastRoute'))).toBe('/app-catalog');
});

test('the login opens in the program that is there, and Back leads to the page before', async ({ browser }) => {
  const visitor = await (await browser.newContext()).newPage();
  await speakEnglish(visitor);
  await visitor.goto(`${server.url}/app-catalog`);
  await visitor.getByRole('heading', { level: 1 }).waitFor();
  const documents: string[] = [];
  visitor.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await visitor.goto(`${server.url}/manage/audit`);
  await visitor.getByLabel(t('identity.email')).waitFor();
  expect(documents).toEqual(['/manage/audit']);
  expect(new URL(visitor.url()).searchParams.get('interaction')).not.toBeNull();
  await visitor.goBack();
  await expect(visitor).toHaveURL(`${server.url}/app-catalog`);
  await visitor.context().close();
});

test('a refusal by the provider shows “Authentication failed”, then restarts the login', async () => {
  await page.goto(`${server.url}/access_token#error=access_denied&error_description=Not+today`);
  await expect(dialog()).toContainText(t('identity.failed.title'));
  await expect(dialog()).toContainText('Not today');
  expect(page.url()).not.toContain('#');
  await inDialog('common.ok').click();
  await page.waitForURL(/\/session\/login\?/);
  await expect(heading('identity.login.title')).toBeVisible();
});

test('consent_required redirects to the provider, which asks for consent', async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  const asked = other.waitForRequest((request) => request.url().includes('prompt=consent'));
  await other.goto(`${server.url}/access_token#error=consent_required`);
  expect(new URL((await asked).url()).pathname).toMatch(/^\/oidc\//);
  await other.context().close();
});

test('login redirects through /access_token to /, and from there into the only organization', async () => {
  await signUpWithOrganization(page, server);
  await page.goto(server.url);
  await expect(heading('machines.dashboard.title')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toContain('token');
  await page.goto(`${server.url}/manage/org/select`);
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(COMPANY) })
    .click();
  await expect(heading('machines.dashboard.title')).toBeVisible();
});

test('a new tab opens its page without a redirect to the login, until the session ends', async () => {
  const tab = await page.context().newPage();
  const documents: string[] = [];
  tab.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  await tab.goto(`${server.url}/manage/account`);
  await expect(tab.getByRole('heading', { name: t('account.title'), level: 1 })).toBeVisible();
  await expect(tab.getByText(GRACE.email).first()).toBeVisible();
  expect(documents).toEqual(['/manage/account']);
  // The provider's session ends where the page cannot see it.
  await tab.evaluate(() => sessionStorage.clear());
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await tab.reload();
  await expect(tab.getByRole('heading', { name: t('identity.login.title') })).toBeVisible();
  await page.context().addCookies(cookies);
  await tab.close();
});

test('a redirectUrl to another site is not followed', async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  await speakEnglish(other);
  await other.goto(`${server.url}/manage/login`);
  await expect(other.getByRole('heading', { name: t('identity.login.title') })).toBeVisible();
  await other.goto(`${server.url}/session/local/settings`);
  await other.waitForURL(/\/session\/login/);
  // A login that is still being opened would lead back to the page before.
  await expect(other.getByRole('heading', { name: t('identity.login.title') })).toBeVisible();
  await other.goto(`${server.url}/session/login?redirectUrl=${encodeURIComponent('//evil.example/manage')}`);
  await logIn(other, GRACE);
  await expect(other.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 })).toBeVisible();
  expect(new URL(other.url()).origin).toBe(server.url);
  await other.goto(`${server.url}/manage/login?redirectUrl=/manage/account`);
  await expect(other.getByRole('heading', { name: t('account.title'), level: 1 })).toBeVisible();
  await other.context().close();
});

test('Ctrl+K finds pages and actions, Ctrl+/ lists the shortcuts, g and a letter opens a page', async () => {
  await page.goto(`${server.url}/manage/machines`);
  await heading('console.machines.empty.title').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('audit');
  await expect(page.getByRole('option', { selected: true })).toContainText(t('console.nav.audit'));
  await page.keyboard.press('Enter');
  await expect(heading('audit.title')).toBeVisible();
  await page.keyboard.press('Control+/');
  await expect(dialog()).toContainText(t('palette.shortcuts'));
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await pressInTime(page, ['g', 'p'], heading('console.profiles.title'));
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(GRACE.email.slice(0, 6));
  await expect(page.getByRole('option').filter({ hasText: GRACE.email })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('the console tour: 7 steps with a jump, Back, Next, keyboard and Finish', async () => {
  const card = page.getByRole('dialog', { name: t('palette.tour') });
  const next = card.getByRole('button', { name: t('common.next') });
  await page.getByRole('button', { name: new RegExp(t('console.account.menu')) }).click();
  await page.getByRole('menuitem', { name: t('console.account.tour') }).click();
  await expect(card).toContainText(t('palette.tour.intro.title'));
  await expect(card).toContainText('1 of 7');
  await expect(card.getByRole('button', { name: t('common.back') })).toBeDisabled();
  await next.click();
  await next.click();
  await page.keyboard.press('Enter');
  await expect(card).toContainText(t('palette.tour.machines.title'));
  await expect(page).toHaveURL(/\/manage\/machines\/deployment\/smartconference$/);
  await card.getByRole('button', { name: t('common.back') }).click();
  await expect(card).toContainText(t('palette.tour.profiles.title'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(card).toContainText(t('palette.tour.members.title'));
  // A phone has no sidebar, but the step is shown.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(card).toContainText(t('palette.tour.members.text'));
  await expect(next).toBeInViewport();
  await page.setViewportSize({ width: 1280, height: 720 });
  await next.click();
  await next.click();
  await expect(card).toContainText('7 of 7');
  await card.getByRole('button', { name: t('common.finish') }).click();
  await expect(card).toHaveCount(0);
});

test('Ctrl+U three times opens the debug dialog, for platform administrators', async () => {
  const code = dialog().getByLabel(t('screens.debug.code'));
  await pressInTime(page, ['Control+u', 'Control+u', 'Control+u'], code);
  await code.fill('const a = 20;\na + 22;');
  await code.press('Control+Enter');
  await expect(dialog().locator('output')).toHaveText('42');
  await code.fill('parent.document.title');
  await code.press('Control+Enter');
  await expect(dialog().locator('output')).toContainText('SecurityError');
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await pressInTime(page, ['Meta+u', 'Meta+u', 'Meta+u'], code);
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  const person = await page.evaluate(() => sessionStorage.getItem('person') ?? '');
  await page.evaluate((text) => sessionStorage.setItem('person', text), person.replace('platform:admin', 'nothing'));
  for (let press = 0; press < 3; press++) await page.keyboard.press('Control+u');
  await expect(dialog()).toHaveCount(0);
  await page.evaluate((text) => sessionStorage.setItem('person', text), person);
});

test('dialogs are at least 500 px wide and at most three quarters of the window', async () => {
  await page.goto(`${server.url}/manage/users`);
  await page.getByRole('button', { name: t('console.invite.submit') }).click();
  for (const width of [1280, 700]) {
    await page.setViewportSize({ width, height: 720 });
    const box = await dialog().boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(500);
    expect(box?.width).toBeLessThanOrEqual(Math.max(0.75 * width, 500));
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
});

test('Back leaves a page with its dialog', async () => {
  await page.goto(`${server.url}/manage/machines`);
  await page.getByRole('link', { name: t('console.nav.schedules'), exact: true }).click();
  await page
    .getByRole('button', { name: t('machines.schedules.make') })
    .first()
    .click();
  await expect(dialog().getByLabel(t('common.name'), { exact: true })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('heading', { name: t('console.machines.title'), level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the API error dialog shows status code, error code and message', async () => {
  const api = await apiOf(page, server);
  const [organization] = await api.send<[{ id: string }]>('GET', '/organizations');
  await api.send('POST', `/organizations/${organization.id}/invite`, { email: 'ada@partner.example' });
  await page.goto(`${server.url}/manage/users`);
  const withdraw = page.getByRole('button', {
    name: t('console.pending.withdrawOf', { email: 'ada@partner.example' }),
  });
  await withdraw.waitFor();
  await api.send('DELETE', `/organizations/${organization.id}/invite`, { email: 'ada@partner.example' });
  await withdraw.click();
  await expect(page.getByRole('alertdialog', { name: t('errors.api.title') })).toBeVisible();
  await expect(dialog().getByRole('definition')).toHaveText(['404', 'not-found', /\S/]);
  await expect(dialog()).toContainText(t('errors.code.not-found'));
  await inDialog('common.ok').click();
});

test('without a server, creating an organization fails with the plain message', async () => {
  await page.goto(`${server.url}/manage/org/select`);
  await page.getByRole('button', { name: t('console.org.create') }).click();
  await server.stop();
  await dialog().getByLabel(t('console.org.name')).fill('Partner');
  await inDialog('common.create').click();
  await expect(page.getByRole('alertdialog', { name: t('errors.api.title') })).toContainText(t('errors.offline'));
  await expect(dialog()).toContainText(t('console.org.create.failed'));
  await inDialog('common.ok').click();
  await expect(dialog()).toContainText(t('console.org.create.failed'));
  await inDialog('common.cancel').click();
  await server.start();
});

test('a page whose chunk fails to load says so, and the navigation leads on', async () => {
  await page.goto(`${server.url}/manage/machines`);
  await heading('console.machines.empty.title').waitFor();
  await server.stop();
  const webhooks = page.getByRole('link', { name: t('console.nav.webhooks') });
  await webhooks.click();
  await expect(heading('errors.chunk.title')).toBeVisible();
  await page.getByRole('link', { name: t('console.nav.machines'), exact: true }).click();
  await expect(heading('console.machines.empty.title')).toBeVisible();
  await server.start();
  await webhooks.click();
  await expect(page.getByRole('heading', { name: t('console.nav.webhooks'), level: 1 })).toBeVisible();
});

test('a page whose style sheet fails to load says so', async () => {
  await page.route(/\/assets\/account-page-.*\.css$/, (route) => route.abort());
  await page.goto(`${server.url}/manage/account`);
  await expect(heading('errors.chunk.title')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: t('errors.page.reload') }).click();
  await expect(page.getByRole('heading', { name: t('account.title'), level: 1 })).toBeVisible();
});

/** Logs in, opens a page with `open`, and stays idle there for an hour. */
async function beIdle(browser: Browser, open: (idle: Page) => Promise<void> = async () => {}): Promise<Page> {
  const idle = await (await browser.newContext()).newPage();
  await speakEnglish(idle);
  await idle.clock.install();
  await idle.goto(server.url);
  await logIn(idle, GRACE);
  await idle.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 }).waitFor();
  await open(idle);
  await idle.clock.fastForward('01:00:00');
  await expect(idle.getByRole('alertdialog', { name: t('console.inactivity.title') })).toBeVisible();
  return idle;
}

test('after an hour without a click the login times out', async ({ browser }) => {
  const idle = await beIdle(browser);
  // Already logged out: a reload instead of a response does not log in again.
  expect(await idle.evaluate(() => sessionStorage.getItem('person'))).toBeNull();
  await idle.getByRole('button', { name: t('common.ok') }).click();
  await idle.waitForURL(/\/session\/login/);
  await expect(idle.getByRole('heading', { name: t('identity.login.title') })).toBeVisible();
  await idle.context().close();
});

test('after an hour without a click the login ends on a profile’s session, too', async ({ browser }) => {
  let session = '';
  const idle = await beIdle(browser, async (page) => {
    const { id } = await (await apiOf(page, server)).createProfile('Counter');
    session = `${server.url}/session/${id}`;
    await page.goto(session);
    await page.getByRole('heading', { name: t('session.empty.title') }).waitFor();
  });
  expect(await idle.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
  await idle.goto(session);
  await idle.waitForURL(/\/session\/login/);
  await idle.context().close();
});
