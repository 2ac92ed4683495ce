import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { type Collector, startCollector } from '../kit/collector.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { type Person, signUp } from '../kit/person.ts';
import { type Server, startServer } from '../kit/server.ts';
import { GRACE, signUpWithOrganization } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** What an administrator sees, and what is logged, when the server is unreachable or refuses (spec chapter 8). */
test.describe.configure({ mode: 'serial' });

const ADA: Person = { email: 'ada@partner.example', password: 'Fresnel-lens!9' };

let server: Server;
let collector: Collector;
let fleet: Running | undefined;
let page: Page;
let api: Api;
let orgId: string;
/** Errors that the page logged. */
let logged: string[] = [];

test.beforeAll(async ({ browser }) => {
  collector = await startCollector();
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro', SENTRY_DSN: collector.dsn });
  page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  await speakEnglish(page);
});

test.beforeEach(() => {
  logged = [];
});

test.afterAll(async () => {
  await page?.context().close();
  await fleet?.end();
  await server?.dispose();
  await collector?.dispose();
});

const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const dialog = () => page.locator('dialog[open]').last();
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });
const go = (key: string) =>
  page
    .getByRole('complementary')
    .getByRole('link', { name: t(key), exact: true })
    .click();
const heading = (name: string) => page.getByRole('heading', { name, level: 1 });
/** Waits until the page has logged an error that matches. */
const expectLogged = (text: RegExp) => expect.poll(() => logged.join('\n')).toMatch(text);

/** Runs the work while the server is down, then starts the server again. */
async function withoutServer(work: () => Promise<void>): Promise<void> {
  await server.stop();
  await work();
  await server.start();
}

test('a page that crashes is reported, without what was typed', async ({ browser }) => {
  const context = await browser.newContext();
  context.on('console', (message) => logged.push(message.text()));
  await context.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const error = new RangeError('Broken at "my secret words" of ada@partner.example');
      error.stack = `RangeError\n    at lift (${location.origin}/assets/elevator.js:3:14)`;
      throw error;
    });
  });
  for (const [path, name] of [
    ['/session/login', 'console'],
    ['/whiteboard', 'session'],
  ] as const) {
    // A new page: the previous one is still redirecting to the login.
    const broken = await context.newPage();
    await broken.goto(server.url + path);
    const reports = (type: string) =>
      collector.received
        .map((body) => body.split('\n').map((line) => JSON.parse(line)))
        .flatMap(([, head, content]) => (head.type === type && content.transaction === name ? [content] : []));
    await expect.poll(() => reports('event').length).toBeGreaterThan(0);
    const frame = { function: 'lift', filename: 'app:///assets/elevator.js', lineno: 3 };
    expect(reports('event')[0].exception.values).toMatchObject([
      { type: 'RangeError', stacktrace: { frames: [frame] } },
    ]);
    expect(reports('transaction').length).toBeGreaterThan(0);
  }
  await context.close();
  expect(collector.received.join()).not.toMatch(/secret|partner|localhost/);
  expect(logged.join()).not.toContain('Content Security Policy');
});

test('an account cannot be created without accepting the terms of use', async () => {
  await page.goto(server.url);
  await button('identity.login.signUp').click();
  await page.getByLabel(t('identity.email')).fill(GRACE.email);
  await page.getByLabel(t('identity.password'), { exact: true }).fill(GRACE.password);
  await button('identity.signUp.submit').click();
  await expect(page.getByText(t('identity.terms.refused'))).toBeVisible();
  await page.getByLabel(t('identity.terms.accepted')).click();
  await inDialog('identity.terms.decline').click();
  await expect(page.getByLabel(t('identity.terms.accepted'))).not.toBeChecked();
  await expect(page.getByText(t('identity.terms.refused'))).toBeVisible();
});

test('a profile cannot be created without a server', async () => {
  await signUpWithOrganization(page, server);
  api = await apiOf(page, server);
  [{ id: orgId }] = await api.send<[{ id: string }]>('GET', '/organizations');
  await go('console.nav.profiles');
  await expect(page.getByRole('heading', { name: t('console.profiles.empty.title') })).toBeVisible();
  await withoutServer(async () => {
    await button('console.profile.create').click();
    await inDialog('common.create').click();
    await expect(dialog()).toContainText(t('errors.api.title'));
    await expect(dialog()).toContainText(t('errors.offline'));
    await inDialog('common.ok').click();
    await expect(dialog()).toContainText(t('console.profile.create.failed'));
  });
  await inDialog('common.create').click();
  await expect(heading('Unnamed Profile 1')).toBeVisible();
});

test('a profile that fails to load is logged, and its page offers to retry', async () => {
  await api.send('POST', '/profiles', { name: 'Second', organizationId: orgId });
  const link = page.getByRole('main').getByRole('link', { name: 'Second' });
  // A list loaded within the last second is not fetched again.
  await expect(async () => {
    await go('console.nav.machines');
    await go('console.nav.profiles');
    await expect(link).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await withoutServer(async () => {
    await link.click();
    await expect(page.getByRole('heading', { name: t('errors.page.offline') })).toBeVisible();
    await expectLogged(/profiles\.read/);
    await expect(button('common.retry')).toBeVisible();
  });
  await expect(heading('Second')).toBeVisible();
});

test('an update that fails is logged, and nothing counts as saved', async () => {
  await page.getByRole('link', { name: t('console.page.input') }).click();
  const keyboard = page.locator('[data-path$="osk_enabled"]').getByRole('switch');
  await keyboard.press('Space');
  await withoutServer(async () => {
    await button('common.save').click();
    await expect(dialog()).toContainText(t('errors.offline'));
    await inDialog('common.ok').click();
    // Reads that fail are logged with their call's name before it.
    await expectLogged(/^ApiError/m);
    await expect(
      page.getByRole('region', { name: t('console.save.label') }).getByText('1 unsaved change'),
    ).toBeVisible();
  });
  await button('common.save').click();
  await expect(page.getByText('unsaved change')).toHaveCount(0);
});

test('settings whose chunk fails to load say so, are requested once, and load when the server is back', async () => {
  await page.locator('[data-path$="osk_enabled"]').getByRole('switch').press('Space');
  const missing = page.getByRole('heading', { name: t('errors.chunk.title') });
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/dns-')) requests += 1;
  });
  await withoutServer(async () => {
    await page.getByRole('link', { name: t('console.page.network') }).click();
    await expect(missing).toBeVisible();
    await button('common.retry').click();
    await expect(missing).toBeVisible();
    await expect(page.getByText('1 unsaved change')).toBeVisible();
  });
  await expect(page.getByText(t('profile.form.dns.servers.label'))).toBeVisible();
  // At first, by the button, and when the server was back.
  expect(requests).toBeLessThanOrEqual(3);
  await button('common.discard').click();
  await inDialog('common.discard').click();
});

test('a profile used by machines cannot be deleted: the refusal is logged', async () => {
  fleet = await startVirtualMachines(server, api, 1);
  await page.getByRole('button', { name: t('console.profile.actions', { name: 'Second' }) }).click();
  await page.getByRole('menuitem', { name: t('common.delete') }).click();
  await inDialog('common.delete').click();
  await expect(dialog()).toContainText('409');
  await inDialog('common.ok').click();
  await expectLogged(/ApiError/);
  await expect(heading('Second')).toBeVisible();
  expect(await api.profiles()).toHaveLength(2);
});

test('an organization that cannot be saved keeps its name, and the failure is logged', async () => {
  await go('console.nav.organization');
  await button('common.rename').click();
  await dialog().getByLabel(t('console.org.name')).fill('Hill & Sons');
  await withoutServer(async () => {
    await inDialog('common.rename').click();
    await expect(dialog()).toContainText(t('errors.offline'));
    await expectLogged(/^ApiError/m);
  });
  await inDialog('common.cancel').click();
  await expect(heading('Head Office')).toBeVisible();
});

test('an invitation requires only an email; the server checks its format', async () => {
  await go('console.nav.users');
  await button('console.invite.submit').click();
  await expect(dialog().getByRole('textbox')).toHaveCount(1);
  await dialog().getByLabel(t('console.invite.label')).fill('nobody at all');
  const [request] = await Promise.all([page.waitForRequest(/\/invite$/), inDialog('console.invite.submit').click()]);
  expect(request.postDataJSON()).toMatchObject({ email: 'nobody at all' });
  await expect(dialog()).toContainText(t('console.invite.failed'));
  await inDialog('common.cancel').click();
});

test('an unknown organization shows the error message on its page', async () => {
  await page.goto(`${server.url}/manage/org/00000000-0000-4000-8000-000000000009`);
  await expect(page.getByText(t('errors.load.title'))).toBeVisible();
  await expect(page.getByText(t('errors.code.not-found'))).toBeVisible();
  await expectLogged(/organizations\.read/);
});

test('lists that cannot be loaded say so, and load once the server is back', async () => {
  await go('console.nav.machines');
  await withoutServer(async () => {
    await page.getByRole('link', { name: t('common.product'), exact: true }).click();
    await expect(page.getByText(t('console.invitations.unknown'))).toBeVisible();
  });
  await expect(page.getByText(t('console.invitations.unknown'))).toHaveCount(0);
});

test('a failed leave is logged, and the member stays', async ({ browser }) => {
  const ada = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(ada);
  const errors: string[] = [];
  ada.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await api.send('POST', `/organizations/${orgId}/invite`, { email: ADA.email });
  await ada.goto(server.url);
  await signUp(ada, server, ADA);
  await ada.getByRole('button', { name: t('console.invitations.accept'), exact: true }).click();
  await ada
    .getByRole('complementary')
    .getByRole('link', { name: t('console.nav.organization'), exact: true })
    .click();
  await ada.getByRole('button', { name: t('members.leave'), exact: true }).click();
  await server.stop();
  await ada
    .locator('dialog[open]')
    .getByRole('button', { name: t('members.leave'), exact: true })
    .click();
  await expect(ada.locator('dialog[open]')).toContainText(t('errors.offline'));
  await expect.poll(() => errors.join('\n')).toMatch(/^ApiError/m);
  await server.start();
  await ada.keyboard.press('Enter');
  await expect(ada.getByRole('heading', { name: 'Head Office', level: 1 })).toBeVisible();
  await ada.context().close();
});
