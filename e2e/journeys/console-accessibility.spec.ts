import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { type Api, apiOf, buyCredits } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { keyboardOf } from '../kit/keyboard.ts';
import { logIn, type Person, signUp, totpOf } from '../kit/person.ts';
import { type Server, startServer } from '../kit/server.ts';
import { GRACE, signUpWithOrganization } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';
import { SAMPLE_DEFINITION } from '../screens/sample.ts';

/**
 * Console accessibility: axe finds nothing on any page, form or dialog, light and dark, at 1280 and 360 px, and nothing
 * scrolls sideways. All content comes from the real server.
 */
test.describe.configure({ mode: 'serial' });

const ADA: Person = { email: 'ada@partner.example', password: 'Fresnel-lens!9' };
const FORMS = Object.entries(SETTINGS_FORMS).flatMap(([id, { target }]) => (target === 'definition' ? [id] : []));

let server: Server;
let fleet: Running;
let page: Page;
let grace: Api;
let profile: string;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_PLATFORM_ADMINS: GRACE.email });
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await speakEnglish(page);
});

test.afterAll(async () => {
  await page?.context().close();
  await fleet?.end();
  await server?.dispose();
});

const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const dialog = () => page.locator('dialog[open]');
const label = (field: string) => t(`profile.thinhoc.sessions.webapp.${field}.label`);

/** Opens a console path and waits for its heading. */
async function open(path: string): Promise<void> {
  await page.goto(server.url + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

async function expectPage(heading: string): Promise<void> {
  await expect(page.getByRole('heading', { name: t(heading), level: 1 })).toBeVisible();
  await expectAccessible(page);
}

async function expectDialog(title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(coveredFocus), title).toBe(0);
}

/** How many pixels of the focused field's outline the dialog's buttons cover. */
function coveredFocus(): number {
  const field = document.activeElement;
  const content = field?.closest('dialog > :first-child');
  if (!field || !content) return 0;
  const { outlineWidth, outlineOffset } = getComputedStyle(field);
  const end = field.getBoundingClientRect().bottom + Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const buttons = content.nextElementSibling?.getBoundingClientRect().top ?? end;
  return Math.max(0, Math.round(end - buttons));
}

test('the pages before login', async () => {
  await page.goto(server.url);
  await expectPage('identity.login.title');
  await button('identity.login.forgot').click();
  await expectPage('identity.forgot.title');
  await button('common.back').click();
  await button('identity.login.signUp').click();
  await expectPage('identity.signUp.title');
  await button('identity.signUp.submit').click();
  await expect(page.getByText(t('identity.email.invalid'))).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel(t('identity.terms.accepted')).click();
  await expectDialog(t('identity.terms.title'));
  await open('/app-catalog');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Communications', 'Collaboration', 'Other']);
  for (const path of ['/app-catalog', '/error?error_description=No', '/demo/login', '/share', '/greeter', '/calls']) {
    await open(path);
    await expectAccessible(page);
  }
});

test('the organization selector: nothing yet, creating one, a pending invitation', async ({ browser }) => {
  await signUpWithOrganization(page, server);
  grace = await apiOf(page, server);
  const ada = await (await browser.newContext()).newPage();
  await speakEnglish(ada);
  await ada.goto(server.url);
  await signUp(ada, server, ADA);
  await expect(ada.getByRole('heading', { name: t('console.org.empty.title') })).toBeVisible();
  await expectAccessible(ada);
  await ada.getByRole('button', { name: t('console.org.create') }).click();
  await expect(ada.getByRole('dialog', { name: t('console.org.create') })).toBeVisible();
  await expectAccessible(ada);
  const api = await apiOf(ada, server);
  const { data } = await api.send<{ data: { id: string } }>('POST', '/organizations', { name: 'Partner' });
  await api.send('POST', `/organizations/${data.id}/invite`, { email: GRACE.email });
  await ada.context().close();
  await open('/manage/org/select');
  await expect(page.getByRole('heading', { name: t('console.invitations.title') })).toBeVisible();
  await expectAccessible(page);
});

test('machines, members, organization, profiles: empty and full', async () => {
  for (const path of ['/manage/profiles', '/manage/machines']) {
    await open(path);
    await expectAccessible(page);
  }
  const [organization] = await grace.send<[{ id: string }]>('GET', '/organizations');
  const fresh = { name: PROFILE_NAME_DEFAULT, organizationId: organization.id };
  profile = (await grace.send<{ id: string }>('POST', '/profiles', fresh)).id;
  await grace.merge(profile, { definition: SAMPLE_DEFINITION });
  await grace.send('POST', `/organizations/${organization.id}/invite`, { email: ADA.email });
  fleet = await startVirtualMachines(server, grace, 3);
  await buyCredits(grace, organization.id, [50]);
  const { webhook } = await grace.send<{ webhook: { id: string } }>(
    'POST',
    `/organizations/${organization.id}/webhooks`,
    { url: 'https://events.company.example/', events: ['*'] },
  );
  const [machine] = await grace.machines();
  const pages = [
    '/manage/machines',
    ...['', '?tab=logs', '?tab=commands', '?tab=inventory', '?tab=history', '?tab=settings'].map(
      (tab) => `/manage/machines/${machine.id}${tab}`,
    ),
    '/manage/overview',
    '/manage/enrollment',
    '/manage/schedules',
    '/manage/users',
    '/manage/authentication',
    '/manage/billing',
    '/manage/billing?tab=buy',
    '/manage/billing?tab=invoices',
    '/manage/audit',
    '/manage/api-keys',
    '/manage/webhooks',
    `/manage/webhooks/${webhook.id}`,
    '/manage/platform/invoices',
    '/manage/platform/server',
    '/manage/account',
    `/manage/org/${organization.id}`,
    '/manage/profiles',
  ];
  for (const path of pages) {
    await open(path);
    await expectAccessible(page);
  }
});

for (const form of [...FORMS, 'history']) {
  test(`the profile editor: ${form}`, async () => {
    await open(`/manage/profile/${profile}?form=${form}`);
    await expect(
      page
        .getByRole('main')
        .locator(form === 'history' ? 'ol' : '[data-path]')
        .first(),
    ).toBeVisible();
    const closed = page.getByRole('main').locator('button[aria-expanded=false]:not([aria-haspopup])').first();
    if (await closed.isVisible()) await closed.click();
    await expectAccessible(page);
  });
}

test('every dialog', async () => {
  await test.step('upgrade required', async () => {
    await open('/manage/profiles');
    await page.getByRole('button', { name: t('console.profile.create') }).click();
    await expectDialog(t('console.dialog.upgrade.title'));
    await button('common.close').click();
  });

  await test.step('machines: menus, tags, factory reset, shell, codes', async () => {
    await open('/manage/machines');
    const actions = page
      .getByRole('main')
      .getByRole('button', { name: /^Actions for/ })
      .first();
    await actions.waitFor();
    const select = () => page.getByRole('checkbox', { name: t('machines.select.all') }).click();
    for (const menu of ['machines.columns', 'machines.bulk']) {
      // With a selection, bulk actions replace the actions on the whole list.
      if (menu === 'machines.bulk') await select();
      await button(menu).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
    }
    await button('machines.select.clear').click();
    const name = (await page.getByRole('table').locator('tbody').getByRole('link').first().innerText()).trim();
    for (const [action, title] of [
      ['machines.tags.edit', t('machines.tags.title', { name })],
      ['machines.action.factory-reset', t('machines.action.factory-reset.title', { name })],
      ['machines.action.shell', t('machines.shell.title', { name })],
      ['console.machine.assign', t('console.machine.assign.title', { name })],
    ] as const) {
      await actions.click();
      await page.getByRole('menuitem', { name: t(action) }).click();
      await expectDialog(title);
      await page.keyboard.press('Escape');
      await expect(dialog()).toHaveCount(0);
    }
    await open('/manage/schedules');
    await button('machines.schedules.make').click();
    await expectDialog(t('machines.schedules.make'));
    await page.keyboard.press('Escape');
    await open('/manage/enrollment');
    await button('machines.enrollment.make').click();
    await expectDialog(t('machines.enrollment.make'));
    await dialog()
      .getByRole('button', { name: t('machines.enrollment.make') })
      .click();
    await expectDialog(t('machines.enrollment.shown.title'));
    await button('common.kept').click();
  });

  await test.step('inform', async () => {
    await open('/manage/users');
    await button('console.invite.submit').click();
    await dialog().getByLabel(t('console.invite.label')).fill('new@company.example');
    await dialog()
      .getByRole('button', { name: t('console.invite.submit') })
      .click();
    await expectDialog(t('console.invite.done.title'));
    await page.keyboard.press('Enter');
    await expect(dialog()).toHaveCount(0);
  });

  await test.step('confirm, API error', async () => {
    await open(`/manage/profile/${profile}`);
    await page.getByRole('button', { name: t('console.profile.actions', { name: PROFILE_NAME_DEFAULT }) }).click();
    await expectAccessible(page);
    await page.getByRole('menuitem', { name: t('common.delete') }).click();
    await expectDialog(t('console.profile.delete.title', { name: PROFILE_NAME_DEFAULT }));
    await button('common.delete').click();
    await expectDialog(t('errors.api.title'));
    await expect(dialog()).toContainText('409');
    await expect(dialog()).toContainText('profile-in-use');
    const width = (await dialog().boundingBox())?.width ?? 0;
    expect(width, 'spec chapter 2: at least 500 px, at most three quarters of the window').toBeGreaterThanOrEqual(500);
    expect(width).toBeLessThanOrEqual(1280 * 0.75);
    await button('common.ok').click();
  });

  await test.step('field errors', async () => {
    await open(`/manage/profile/${profile}?form=sessions/webapp`);
    await button('profile.thinhoc.sessions.webapp.add').click();
    await button('common.save').click();
    await expectDialog(t('console.faults.title'));
    await dialog()
      .getByRole('button', { name: label('window_title') })
      .click();
    await expect(page.getByLabel(label('window_title'))).toBeFocused();
    await expect(page.getByText(t('forms.fault.required')).first()).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('conflict', async () => {
    await page.getByLabel(label('display_name')).fill('Departures');
    await page.getByLabel(label('url')).fill('http://127.0.0.1/');
    await page.getByLabel(label('window_title')).fill('Departures');
    await grace.rename(profile, 'Company');
    await button('common.save').click();
    await expectDialog(t('console.conflict.title'));
    await button('console.conflict.theirs').click();
  });

  await test.step('wait: while the server is slow', async () => {
    await open(`/manage/profile/${profile}?form=history`);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/revisions/1/restore', async (route) => {
      await held;
      await route.continue();
    });
    await button('console.history.restore').last().click();
    await dialog()
      .getByRole('button', { name: t('console.history.restore') })
      .click();
    await expectDialog(t('console.history.restoring', { revision: 1 }));
    await page.keyboard.press('Escape');
    await expect(dialog()).toBeVisible();
    answer();
    await expect(dialog()).toHaveCount(0);
    await expect(page.getByRole('heading', { name: PROFILE_NAME_DEFAULT, level: 1 })).toBeVisible();
  });
});

test('the second step of a login', async ({ browser }) => {
  const { secret } = await grace.send<{ secret: string }>('POST', '/account/totp', { password: GRACE.password });
  await grace.send('POST', '/account/totp/confirm', { code: totpOf(secret) });
  const other = await (await browser.newContext()).newPage();
  await speakEnglish(other);
  await other.goto(server.url);
  await logIn(other, GRACE);
  await expect(other.getByRole('heading', { name: t('identity.factor.title') })).toBeVisible();
  await expectAccessible(other);
  await other.context().close();
});

test('keyboard only: log in, create an organization and a profile, change a field, save', async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  await speakEnglish(other);
  await other.goto(server.url);
  const keys = keyboardOf(other);
  await keys.to(other.getByLabel(t('identity.email')));
  await keys.type(ADA.email);
  await keys.to(other.getByLabel(t('identity.password'), { exact: true }));
  await keys.type(ADA.password);
  await keys.press('Enter');
  await keys.to(other.getByRole('button', { name: t('console.org.create') }));
  await keys.press('Enter');
  await keys.to(other.getByLabel(t('console.org.name')));
  await keys.type('Breakwater');
  await keys.press('Enter');
  await other.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 }).waitFor();
  await keys.to(other.getByRole('link', { name: t('console.nav.profiles') }));
  await keys.press('Enter');
  await keys.to(other.getByRole('button', { name: t('console.profile.create') }));
  await keys.press('Enter');
  await keys.to(other.getByLabel(t('common.name')));
  await keys.press('ControlOrMeta+a');
  await keys.type('Kiosk');
  await keys.press('Enter');
  await other.getByRole('heading', { name: 'Kiosk', level: 1 }).waitFor();
  await keys.to(other.getByRole('link', { name: t('console.form.webapp') }));
  await keys.press('Enter');
  await keys.to(other.getByRole('button', { name: t('profile.thinhoc.sessions.webapp.add') }));
  await keys.press('Enter');
  await expect(other.getByLabel(label('url'))).toBeFocused();
  await keys.type('http://127.0.0.1/');
  await keys.to(other.getByLabel(label('display_name')));
  await keys.type('Timetable');
  await keys.to(other.getByLabel(label('window_title')));
  await keys.type('Timetable');
  await keys.to(other.getByRole('button', { name: t('common.save'), exact: true }));
  await keys.press('Enter');
  await expect(other.getByText(t('console.save.done', { revision: 2 }))).toBeVisible();
  await other.context().close();
});
