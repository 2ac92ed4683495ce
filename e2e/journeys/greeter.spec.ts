import { LANGUAGES } from '@berth/contract/rules/languages';
import { expect, test } from '@playwright/test';
import { expectAccessibleScreen } from '../kit/accessibility.ts';
import { GRACE, startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { speak, t } from '../kit/texts.ts';

/** The greeter as a machine's user sees it, with the real server's settings and login. */
test.describe.configure({ mode: 'serial' });

let environment: TestEnvironment;
let machine: TestEnvironment['machine'];
let admin: TestEnvironment['admin'];
let api: TestEnvironment['api'];
let screen: TestEnvironment['screen'];

test.beforeAll(async ({ browser }) => {
  environment = await startTestEnvironment(browser, 'Reception');
  ({ machine, admin, api, screen } = environment);
});

test.afterAll(() => environment?.dispose());

const path = () => new URL(screen.url()).pathname;
const button = (name: string) => screen.getByRole('button', { name, exact: true });

async function auth(settings: object): Promise<void> {
  const [profile] = await api.profiles();
  await api.merge(profile.id, { definition: { system: { auth: settings } } });
}

async function logOut(): Promise<void> {
  await button(t('session.menu')).click();
  await button(t('screens.logOut')).click();
  await expect.poll(path).toBe('/greeter');
}

test("after a logout the session starts automatically when the profile's time is over", async () => {
  await auth({ 'auto-login-timeout': 5 });
  await logOut();
  await expect(screen.getByRole('heading', { name: /starts in/ })).toBeVisible();
  await expectAccessibleScreen(screen);
  await expect.poll(path).toBe('/session/local');
});

test('a person can log in by name instead of waiting', async () => {
  await auth({ 'auto-login-timeout': 600 });
  await logOut();
  await button(t('greeter.automatic.account')).click();
  await expect(screen.getByRole('heading', { name: t('greeter.title') })).toBeVisible();
  // The Status Bar keeps a distance from the screen's edges, as on the home screen.
  const first = screen.locator('[data-tour=profile]');
  expect((await first.boundingBox())?.x).toBeGreaterThanOrEqual(20);
  await button(t('common.back')).click();
  await button(t('greeter.automatic.start')).click();
  await expect.poll(path).toBe('/session/local');
});

test('a profile that requires a login shows the greeter right away, from any screen', async () => {
  await auth({ mode: 'external-login' });
  await expect.poll(path).toBe('/greeter');
  await screen.goto(new URL('/session/local/settings', screen.url()).href);
  await expect.poll(path).toBe('/greeter');
});

test('the choices of language and keyboard layout are readable in full, in every language', async () => {
  const [profile] = await api.profiles();
  const customization = { keyboard_layouts: ['DE', 'CH', 'RU', 'US'] };
  await api.merge(profile.id, { definition: { thinhoc: { customization } } });
  const choices = screen.locator('select');
  await expect(choices).toHaveCount(2);
  /** The names that are wider than their field. */
  const cut = () =>
    choices.evaluateAll((fields) =>
      (fields as HTMLSelectElement[]).flatMap((field) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(field);
        const pen = Object.assign(document.createElement('canvas').getContext('2d') ?? {}, { font });
        // Chromium's arrow takes as much as a letter is high.
        const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - 16;
        const [chosen = { label: '' }] = field.selectedOptions;
        return (pen as CanvasRenderingContext2D).measureText(chosen.label).width > room ? [chosen.label] : [];
      }),
    );
  const heights = () => choices.evaluateAll((fields) => new Set(fields.map(({ clientHeight }) => clientHeight)).size);
  for (const language of LANGUAGES) {
    await speak(screen, language);
    expect(await cut(), language).toEqual([]);
    expect(await heights(), language).toBe(1);
  }
  await speak(screen, 'eng');
});

test('the username must not be empty, and an unreachable directory is not reported as a refused login', async () => {
  const [{ organizationId }] = await api.profiles();
  const ldap = { enabled: true, url: 'ldap://127.0.0.1:1', 'base-dn': 'dc=company' };
  await api.changeLogins(organizationId, { ldap, local: { enabled: false } });
  await screen.getByRole('radio', { name: t('greeter.provider.ldap') }).check({ force: true });
  await button(t('greeter.logIn')).click();
  await expect(screen.getByRole('alert')).toHaveText(t('greeter.userEmpty'));
  await screen.getByLabel(t('greeter.user')).fill('grace');
  await screen.getByLabel(t('greeter.password')).fill('secret');
  await screen.keyboard.press('Enter');
  await expect(screen.getByRole('alert')).toHaveText(t('greeter.unavailable'));
  await expect(screen.getByLabel(t('greeter.password'))).toHaveValue('');
  await expectAccessibleScreen(screen);
});

test('a product ID logs in with another device, and the administrator sees who did', async () => {
  const [{ organizationId }] = await api.profiles();
  await api.changeLogins(organizationId, { local: { enabled: false }, 'product-id': { 'user-history-enabled': true } });
  await button(t('greeter.device.show')).click();
  await expect(screen.getByRole('img', { name: t('greeter.device.scan') })).toBeVisible();
  await expectAccessibleScreen(screen);
  const address = screen.getByText(/^http.*device$/);
  const code = screen.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  // Read from two meters: on this screen at least 35 px high, on one line.
  expect((await code.boundingBox())?.height).toBeGreaterThanOrEqual(35);
  expect((await code.boundingBox())?.height).toBeLessThan(70);
  await admin.goto(`${await address.textContent()}?user_code=${await code.textContent()}`);
  await admin.locator('button[type=submit]').first().click();
  await expect.poll(path).toBe('/session/local');
  await button(t('session.menu')).click();
  await expect(screen.getByText(t('screens.loggedInAs', { name: GRACE.email }))).toBeVisible();
  const [device] = await api.machines();
  await expect
    .poll(async () => (await api.logs(device.id)).map(({ type, message }) => `${type} ${message}`))
    .toContain(`LOGIN_SUCCESS ${GRACE.email} (product-id)`);
});

test('the keys of the admin hint log out from any screen', async () => {
  await screen.keyboard.press('Escape');
  await machine.press('ctrl+alt+BackSpace');
  await expect.poll(path).toBe('/greeter');
});
