import { expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { logIn, totpOf } from '../kit/person.ts';
import { type Server, startServer } from '../kit/server.ts';
import { type Site, startSite } from '../kit/site.ts';
import { GRACE, openConsole } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** Security of an account and an organization: password, second factors, sessions, audit log, API keys, webhooks. */
test.describe.configure({ mode: 'serial' });

const NEW_PASSWORD = 'Garden-path!8';

let server: Server;
let site: Site;
let page: Page;
let api: Api;
let orgId: string;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_WEBHOOK_NETWORKS: '127.0.0.0/8' });
  site = await startSite('Receiver');
  page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(page);
  await openConsole(page, server);
  api = await apiOf(page, server);
  [{ id: orgId }] = await api.send<[{ id: string }]>('GET', '/organizations');
});

test.afterAll(async () => {
  await page?.context().close();
  await site?.dispose();
  await server?.dispose();
});

const dialog = () => page.locator('dialog[open]').last();
const button = (key: string) => page.getByRole('button', { name: t(key), exact: true });
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });
const open = (path: string) => page.goto(`${server.url}/manage/${path}`);

async function givePassword(password: string, submit: string): Promise<void> {
  await dialog().getByLabel(t('account.password.current'), { exact: true }).fill(password);
  await inDialog(submit).click();
}

test("a refresh token copied out of the browser cannot be renewed; the browser's own tabs stay logged in", async () => {
  await open('account');
  const refreshToken = await page.evaluate(() => {
    const user = Object.keys(sessionStorage).find((key) => key.startsWith('oidc.user:')) ?? '';
    return String(JSON.parse(sessionStorage.getItem(user) ?? '{}').refresh_token);
  });
  const form = { grant_type: 'refresh_token', client_id: 'berth-console', refresh_token: refreshToken };
  const answer = await fetch(`${server.url}/oidc/token`, { method: 'POST', body: new URLSearchParams(form) });
  expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });

  // A duplicated tab has the same tokens; both renew them repeatedly.
  const [second] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(location.href)),
  ]);
  for (const tab of [page, second, page]) {
    await tab.evaluate(() => {
      const { token } = JSON.parse(sessionStorage.getItem('access_token') ?? '{}');
      sessionStorage.setItem('access_token', JSON.stringify({ token, expiresAt: 0 }));
    });
    await tab.reload();
    await expect(tab.getByText(t('account.sessions.current'))).toBeVisible();
  }
  await second.close();
});

test('changing the password requires the old one; a wrong one is reported', async () => {
  await open('account');
  await button('account.password.change').click();
  await dialog().getByLabel(t('account.password.current'), { exact: true }).fill('Wrong-one!1');
  await dialog().getByLabel(t('identity.password.new'), { exact: true }).fill(NEW_PASSWORD);
  await inDialog('account.password.change').click();
  await expect(dialog().getByRole('alert')).toHaveText(t('account.password.wrong'));
  await givePassword(GRACE.password, 'account.password.change');
  await expect(page.getByText(t('account.password.done'))).toBeVisible();
});

test('an authenticator app is set up by QR code; recovery codes are shown once', async () => {
  await button('account.totp.setUp').click();
  await givePassword('Wrong-one!1', 'common.next');
  await expect(dialog().getByLabel(t('account.password.current'), { exact: true })).toHaveAccessibleDescription(
    `${t('account.password.wrong')} ${t('account.password.why')}`,
  );
  await givePassword(NEW_PASSWORD, 'common.next');
  await expect(dialog().getByRole('img', { name: t('account.totp.qr') })).toBeVisible();
  const text = (await dialog().getByText(t('account.totp.type')).textContent()) ?? '';
  await dialog()
    .getByLabel(t('account.totp.code'))
    .fill(totpOf(text.split(' ').at(-1) ?? ''));
  await inDialog('account.totp.confirm').click();
  await expect(
    dialog()
      .getByRole('list', { name: t('account.codes.title') })
      .getByRole('listitem'),
  ).toHaveCount(10);
  await inDialog('account.codes.kept').click();
  await expect(page.getByText(t('account.totp.on'))).toBeVisible();
  await button('account.totp.remove').click();
  await givePassword(NEW_PASSWORD, 'account.totp.remove');
  await expect(page.getByText(t('account.totp.off'))).toBeVisible();
});

test('a passkey is added, logs in without a password, and is removed', async () => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await button('account.passkeys.add').click();
  await dialog().getByLabel(t('account.passkeys.name')).fill('Laptop');
  await inDialog('common.next').click();
  await givePassword(NEW_PASSWORD, 'common.next');
  await inDialog('account.codes.kept').click();
  const remove = page.getByRole('button', { name: t('account.passkeys.removeOf', { name: 'Laptop' }) });
  await expect(remove).toBeVisible();

  await page.getByRole('button', { name: new RegExp(t('console.account.menu')) }).click();
  await page.getByRole('menuitem', { name: t('console.account.signOut') }).click();
  await button('identity.start.submit').click();
  await button('identity.passkey.submit').click();
  await page.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 }).waitFor();

  await open('account');
  await remove.click();
  await givePassword(NEW_PASSWORD, 'account.remove');
  await expect(page.getByText(t('account.passkeys.empty'))).toBeVisible();
});

test('logging out everywhere ends the other session at its next call', async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  await speakEnglish(other);
  await other.goto(`${server.url}/manage/account`);
  await logIn(other, { ...GRACE, password: NEW_PASSWORD });
  await expect(other.getByText(t('account.sessions.current'))).toBeVisible();
  await expect(page.getByText(t('account.sessions.current'))).toBeVisible();
  await button('account.sessions.endAll').click();
  await inDialog('account.sessions.endAll').click();
  await expect(page.getByRole('heading', { name: t('identity.signedOut.title') })).toBeVisible();
  await other
    .getByRole('complementary')
    .getByRole('link', { name: t('common.product'), exact: true })
    .click();
  await other.waitForURL(/\/session\/login/);
  await expect(other.getByRole('heading', { name: t('identity.login.title') })).toBeVisible();
  await other.context().close();
  await button('identity.start.submit').click();
  await logIn(page, { ...GRACE, password: NEW_PASSWORD });
  await page.getByRole('heading', { name: t('machines.dashboard.title'), level: 1 }).waitFor();
  api = await apiOf(page, server);
});

test('an API key is shown once, works within its scopes, and is refused once revoked', async () => {
  await open('api-keys');
  await button('keys.make').click();
  await inDialog('keys.make').click();
  await expect(dialog()).toContainText(t('keys.scopes.missing'));
  await dialog().getByLabel(t('common.name'), { exact: true }).fill('Inventory');
  await dialog()
    .getByRole('checkbox', { name: t('keys.scope.machine.read') })
    .check();
  await inDialog('keys.make').click();
  const key = await dialog().getByLabel(t('keys.key')).inputValue();
  await inDialog('common.kept').click();
  const asProgram = (path: string) =>
    fetch(`${server.url}/api/organization/${orgId}/${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect((await asProgram('machines')).status).toBe(200);
  expect((await asProgram('profiles')).status).toBe(403);
  await expect(page.getByText(key)).toHaveCount(0);
  await page.getByRole('button', { name: t('keys.revokeOf', { name: 'Inventory' }) }).click();
  await inDialog('keys.revoke').click();
  await expect(page.getByRole('heading', { name: t('keys.empty') })).toBeVisible();
  expect((await asProgram('machines')).status).toBe(401);
});

test('a webhook is created, its secret shown once, tested, retried, and disabled', async () => {
  await open('webhooks');
  await button('keys.hook.make').click();
  await dialog().getByLabel(t('keys.hook.url')).fill(site.url);
  await inDialog('common.create').click();
  await expect(dialog().getByLabel(t('keys.hook.secret'))).toHaveValue(/^whsec_/);
  await inDialog('common.kept').click();
  await page.getByRole('link', { name: site.url }).click();
  await button('keys.hook.ping').click();
  const row = page.getByRole('row').filter({ hasText: 'webhooks.ping' }).first();
  await expect(row).toContainText('Delivered');
  const again = page.waitForResponse((response) => response.url().endsWith('/redelivery'));
  await row.getByRole('button').click();
  expect((await again).status()).toBe(202);
  await expect(row).toContainText('Delivered');
  await page.getByRole('button', { name: t('keys.hook.actions') }).click();
  await page.getByRole('menuitem', { name: t('keys.hook.disable') }).click();
  await expect(page.getByText(t('keys.hook.off'), { exact: true })).toBeVisible();
});

test('the audit log names the actor, is searched on the server, exported and verified', async () => {
  await open('audit');
  const entries = page.getByRole('list', { name: t('audit.entries') }).getByRole('listitem');
  await page.getByLabel(t('audit.search')).fill('API key created');
  await expect(entries).toHaveCount(1);
  await expect(entries).toContainText(GRACE.email);
  await expect(entries).toContainText(t('audit.action.apiKeys.create'));
  await expect(page).toHaveURL(/q=API/);
  await entries.getByText(t('audit.action.apiKeys.create')).click();
  await expect(entries.locator('code').filter({ hasText: /^apiKeys\.create$/ })).toBeVisible();
  await button('audit.export').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: t('audit.export.csv') }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('audit.csv');
  await button('audit.verify').click();
  await expect(dialog()).toContainText('nothing was changed, removed, or inserted');
});

test('an account is deleted with its password, and can no longer log in', async ({ browser }) => {
  await open('account');
  await button('account.delete.open').click();
  await givePassword(NEW_PASSWORD, 'account.delete.submit');
  await expect(button('identity.start.submit')).toBeVisible();
  const other = await (await browser.newContext()).newPage();
  await speakEnglish(other);
  await other.goto(`${server.url}/manage/account`);
  await logIn(other, { ...GRACE, password: NEW_PASSWORD });
  await expect(other.getByRole('alert')).toBeVisible();
  await other.context().close();
});
