import { expect, test } from '@playwright/test';
import { apiOf } from '../kit/api.ts';
import { labeled } from '../kit/form-steps.ts';
import { logIn } from '../kit/person.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { GRACE } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** A login that was ended elsewhere, as by “Log out everywhere”, in the middle of someone's work. */
test.describe.configure({ mode: 'serial' });

const PROFILE = 'Reading room';

let console: TestConsole;

test.beforeAll(async ({ browser }) => {
  console = await startTestConsole(browser, PROFILE);
});

test.afterAll(async () => console?.dispose());

/** Ends the login elsewhere before the person acts. The page's own calls wait: one of them could find out first. */
async function afterLoginEnded(act: () => Promise<void>): Promise<void> {
  const { page, server } = console;
  const acted = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    await acted.promise;
    await route.fallback();
  });
  const api = await apiOf(page, server);
  await api.send('POST', '/account/sessions/end-all', { keepCurrent: false });
  await act();
  acted.resolve();
  await page.unroute('**/api/**');
}

test('unsaved changes of a profile come back after a login that replaces an ended one', async () => {
  const { page, server, profile } = console;
  await page.goto(`${server.url}/manage/profile/${profile}?form=screensaver`);
  const enabled = page.getByRole('switch', { name: t('profile.thinhoc.screensaver.enabled.label') });
  await enabled.press('Space');
  await expect(enabled).toBeChecked();
  await afterLoginEnded(() => page.getByRole('button', { name: t('common.save'), exact: true }).click());
  await expect(page.getByRole('heading', { name: t('identity.login.title') })).toBeVisible();
  await logIn(page, GRACE);
  await expect(page.getByRole('heading', { name: PROFILE, level: 1 })).toBeVisible();
  await expect(page.getByText(t('console.unsaved.restored'))).toBeVisible();
  await expect(enabled).toBeChecked();
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect(page.getByText(t('console.save.unsaved'), { exact: true })).toBeHidden();
  await page.reload();
  await expect(enabled).toBeChecked();
});

test('a typed PIN is not stored in the browser, and is asked for again', async () => {
  const { page, server, profile } = console;
  const save = () => page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await page.goto(`${server.url}/manage/profile/${profile}?form=auth`);
  const byPin = page.getByRole('radio', { name: t('profile.system.auth.settings_access.who.pin') });
  const pin = labeled(page.getByRole('main'), t('profile.system.auth.settings_access.pin.label'));
  await byPin.check();
  await pin.fill('73915');
  await afterLoginEnded(save);
  await expect(page.getByRole('heading', { name: t('identity.login.title') })).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(stored).toContain('settings_access');
  expect(stored).not.toContain('73915');
  await logIn(page, GRACE);
  await expect(page.getByText(t('console.unsaved.restored.secrets'))).toBeVisible();
  await expect(byPin).toBeChecked();
  await save();
  await page.getByRole('button', { name: t('console.faults.correct') }).click();
  await page.getByRole('button', { name: t('forms.secret.replace') }).click();
  await pin.fill('73915');
  await save();
  await expect(page.getByText(t('console.save.unsaved'), { exact: true })).toBeHidden();
});

test('an open dialog does not cover the login page, and has its input when it is opened again', async () => {
  const { page, server } = console;
  await page.goto(`${server.url}/manage/schedules`);
  const open = page.getByRole('button', { name: t('machines.schedules.make') }).first();
  await open.click();
  const dialog = page.getByRole('dialog', { name: t('machines.schedules.make') });
  await dialog.getByLabel(t('common.name'), { exact: true }).fill('Every night');
  await afterLoginEnded(() => dialog.getByRole('button', { name: t('common.save'), exact: true }).click());
  await logIn(page, GRACE);
  await expect(page.getByRole('heading', { name: t('machines.schedules.title'), level: 1 })).toBeVisible();
  await open.click();
  await expect(dialog.getByText(t('console.unsaved.restored'))).toBeVisible();
  await expect(dialog.getByLabel(t('common.name'), { exact: true })).toHaveValue('Every night');
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  await open.click();
  await expect(dialog.getByLabel(t('common.name'), { exact: true })).toHaveValue('');
});

test('an open dialog has its input when it is opened again after an hour without a click', async ({ browser }) => {
  const { server } = console;
  const idle = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  await speakEnglish(idle);
  await idle.clock.install();
  await idle.goto(server.url);
  await logIn(idle, GRACE);
  const start = idle.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 });
  await start.waitFor();
  await idle.goto(`${server.url}/manage/schedules`);
  const heading = idle.getByRole('heading', { name: t('machines.schedules.title'), level: 1 });
  await heading.waitFor();
  const open = idle.getByRole('button', { name: t('machines.schedules.make') }).first();
  await open.click();
  const name = idle
    .getByRole('dialog', { name: t('machines.schedules.make') })
    .getByLabel(t('common.name'), { exact: true });
  await name.fill('Every night');
  // The login is still renewed shortly before: only the inactivity ends it.
  const renewed = idle.waitForResponse(/\/oidc\/token/);
  await idle.clock.fastForward('59:00');
  await renewed;
  await idle.clock.fastForward('01:30');
  await idle.getByRole('alertdialog', { name: t('console.inactivity.title') }).waitFor();
  await idle.goto(server.url);
  await logIn(idle, GRACE);
  await start.or(heading).waitFor();
  await idle.goto(`${server.url}/manage/schedules`);
  await open.click();
  await expect(name).toHaveValue('Every night');
  await idle.context().close();
});
