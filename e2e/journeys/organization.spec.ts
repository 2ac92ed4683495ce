import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { type Api, apiOf } from '../kit/api.ts';
import { type Person, signUp } from '../kit/person.ts';
import { type Server, startServer } from '../kit/server.ts';
import { COMPANY, GRACE, signUpWithOrganization } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/**
 * An organization from its first invitation to its first invoice: Grace owns it, Ada joins it, the platform
 * administrator records payments. One stack for all steps.
 */
test.describe.configure({ mode: 'serial' });

const ADA: Person = { email: 'ada@partner.example', password: 'Fresnel-lens!9' };
const MASTER: Person = { email: 'master@platform.example', password: 'Time-tables#4' };
const CREDITS = 50;

let server: Server;
let grace: Page;
let ada: Page;
let master: Page;
let api: Api;
let orgId: string;

test.beforeAll(async ({ browser }) => {
  server = await startServer({
    BERTH_PLATFORM_ADMINS: MASTER.email,
    BERTH_VAT_SERVICE: 'none',
    BERTH_PRO_CREDITS: '2',
  });
  [grace, ada, master] = (await Promise.all(
    [1, 2, 3].map(async () => {
      const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
      await speakEnglish(page);
      return page;
    }),
  )) as [Page, Page, Page];
});

test.afterAll(async () => {
  for (const page of [grace, ada, master]) await page?.context().close();
  await server?.dispose();
});

const button = (page: Page, key: string, values?: Record<string, string>) =>
  page.getByRole('button', { name: t(key, values), exact: true });
const dialog = (page: Page) => page.locator('dialog[open]').last();
const inDialog = (page: Page, key: string, values?: Record<string, string>) =>
  dialog(page).getByRole('button', { name: t(key, values), exact: true });
const go = (page: Page, key: string) =>
  page
    .getByRole('complementary')
    .getByRole('link', { name: t(key), exact: true })
    .click();

/** Records where the page's content begins in each frame from the next load on, with the organizations arriving late. */
async function watchContent(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.addInitScript(() => {
    const tops = new Set<number>();
    Object.assign(globalThis, { contentTops: tops });
    const look = () => {
      const top = document.querySelector('main > :has(h1)')?.getBoundingClientRect().top;
      if (top !== undefined) tops.add(Math.round(top));
      requestAnimationFrame(look);
    };
    look();
  });
  await page.route(/\/api\/organizations\?/, async (call) => {
    await page.locator('main h1').waitFor();
    await call.continue();
  });
  return async () => {
    await page.unroute(/\/api\/organizations\?/);
    return page.evaluate(() => [...(Reflect.get(globalThis, 'contentTops') as Set<number>)]);
  };
}

async function members() {
  type Members = { members: { email: string; role: string }[] };
  return (await api.send<Members>('GET', `/organizations/${orgId}`)).members;
}

async function invite(email: string, role: string): Promise<void> {
  await button(grace, 'console.invite.submit').click();
  await dialog(grace).getByLabel(t('console.invite.label')).fill(email);
  await dialog(grace)
    .getByRole('radio', { name: t(`console.role.${role}`) })
    .check();
  await inDialog(grace, 'console.invite.submit').click();
}

test('the owner invites a colleague as operator', async () => {
  await signUpWithOrganization(grace, server);
  api = await apiOf(grace, server);
  [{ id: orgId }] = await api.send<[{ id: string }]>('GET', '/organizations');
  await go(grace, 'console.nav.users');
  await invite(ADA.email, 'operator');
  await expect(dialog(grace)).toContainText(t('console.invite.done.title'));
  await expect(dialog(grace)).toContainText(t('console.invite.done.message', { email: ADA.email }));
  await grace.keyboard.press('Enter');
  await expect(dialog(grace)).toHaveCount(0);
  await expect(grace.getByRole('listitem').filter({ hasText: ADA.email })).toContainText(t('console.role.operator'));
});

test('an invitation that the server refuses shows the error at its field', async () => {
  await invite(GRACE.email, 'viewer');
  await expect(dialog(grace)).toContainText(t('console.invite.failed'));
  await grace.keyboard.press('Escape');
});

test('the invited person accepts: the organization is the active one', async () => {
  await ada.goto(server.url);
  await signUp(ada, server, ADA);
  await expect(ada.getByRole('heading', { name: t('console.invitations.title') })).toBeVisible();
  await button(ada, 'console.invitations.accept').click();
  await expect(ada.getByText(t('console.invitations.accepted'))).toBeVisible();
  await expect(ada.getByRole('heading', { name: t('console.machines.empty.title') })).toBeVisible();
  await expect(ada.getByRole('complementary').getByRole('button', { name: new RegExp(COMPANY) })).toBeVisible();
});

test('an operator is offered what operators may do', async () => {
  await go(ada, 'console.nav.users');
  await expect(ada.getByText(GRACE.email)).toBeVisible();
  await expect(button(ada, 'console.invite.submit')).toHaveCount(0);
  await expect(ada.getByRole('link', { name: t('console.nav.billing') })).toHaveCount(0);
});

test('the owner makes the operator an administrator', async () => {
  await grace.reload();
  const role = (name: string) =>
    grace.getByRole('button', { name: t('members.roleOf', { email: ADA.email, role: t(`console.role.${name}`) }) });
  await role('operator').click();
  await grace.getByRole('menuitem', { name: t('console.role.administrator') }).click();
  await expect(role('administrator')).toBeVisible();
  // The page shows the role before the server has it.
  await expect.poll(async () => (await members()).find(({ email }) => email === ADA.email)?.role).toBe('administrator');
  await ada.reload();
  await expect(button(ada, 'console.invite.submit')).toBeVisible();
});

test('the owner gets emails about the organization, and chooses which', async () => {
  await go(grace, 'console.nav.organization');
  const choice = (page: Page, topic: string) => page.getByRole('switch', { name: t(`members.alerts.${topic}`) });
  for (const topic of ['machines', 'rollouts', 'credits']) await expect(choice(grace, topic)).toBeChecked();
  await choice(grace, 'machines').press('Space');
  await expect(choice(grace, 'machines')).not.toBeChecked();
  await grace.reload();
  await expect(choice(grace, 'rollouts')).toBeChecked();
  await expect(choice(grace, 'machines')).not.toBeChecked();
  await go(ada, 'console.nav.organization');
  await expect(choice(ada, 'credits')).not.toBeChecked();
});

test('the owner says which machines should always be online', async () => {
  const field = (page: Page) => page.getByRole('combobox', { name: t('members.alwaysOn.tags') });
  await field(grace).fill('sign');
  await field(grace).press('Enter');
  await field(grace).fill('kiosk');
  await field(grace).press('Enter');
  await field(grace).fill('two words');
  await field(grace).press('Enter');
  await expect(grace.getByText(t('machines.tags.invalid', { tag: 'two words' }))).toBeVisible();
  const saved = () => api.send<{ alwaysOnTags: string[] }>('GET', `/organizations/${orgId}/monitoring`);
  await expect.poll(async () => (await saved()).alwaysOnTags).toEqual(['sign', 'kiosk']);
  await grace.reload();
  await expect(grace.getByText('kiosk', { exact: true })).toBeVisible();
});

test('a link in an email opens the organization that it is about', async () => {
  const other = await api.send<{ data: { id: string } }>('POST', '/organizations', { name: 'Second company' });
  await grace.goto(`${server.url}/manage/billing?organization=${other.data.id}`);
  await expect(grace.getByRole('complementary').getByRole('button', { name: /Second company/ })).toBeVisible();
  await expect(grace).toHaveURL(`${server.url}/manage/billing`);
  await grace.goto(`${server.url}/manage/org/${orgId}?organization=${orgId}`);
  await expect(grace.getByRole('complementary').getByRole('button', { name: new RegExp(COMPANY) })).toBeVisible();
});

test('the organization is renamed, and its login settings keep their rules', async () => {
  await go(grace, 'console.nav.organization');
  await button(grace, 'common.rename').click();
  await dialog(grace).getByLabel(t('console.org.name')).fill('Hill & Sons');
  await inDialog(grace, 'common.rename').click();
  await expect(grace.getByRole('heading', { name: 'Hill & Sons', level: 1 })).toBeVisible();

  await go(grace, 'console.nav.authentication');
  const field = (path: string) => grace.locator(`[data-path="${path}"]`);
  const azure = field('azure-ad.enabled').getByRole('switch');
  await expect(field('azure-ad.user-history-enabled').getByRole('switch')).toBeDisabled();
  await azure.press('Space');
  await expect(field('azure-ad.user-history-enabled').getByRole('switch')).toBeEnabled();
  await button(grace, 'common.save').click();
  await expect(dialog(grace)).toContainText(t('console.faults.title'));
  await inDialog(grace, 'console.faults.correct').click();
  await field('azure-ad.tenant').getByRole('textbox').fill('company.example');
  await button(grace, 'common.save').click();
  await expect(grace.getByText(t('members.auth.saved'))).toBeVisible();
  const { data } = await api.send<{ data: unknown }>('GET', `/organizations/${orgId}/auth`);
  expect(data).toMatchObject({ 'azure-ad': { enabled: true, tenant: 'company.example' } });
});

test('nothing can be bought before billing is set up: none, created, set up', async () => {
  await go(grace, 'console.nav.billing');
  await expect(grace.getByText(t('billing.account.none'))).toBeVisible();
  await grace.getByRole('link', { name: t('billing.tab.buy'), exact: true }).click();
  await button(grace, 'billing.buy.submit').click();
  await expect(dialog(grace)).toContainText(t('console.dialog.billing.title'));
  await inDialog(grace, 'console.dialog.billing.open').click();

  await button(grace, 'billing.account.create').click();
  const values = { company: 'Sample GmbH', street: 'Ring 1', postcode: '20457', city: 'Hamburg' };
  for (const [name, value] of Object.entries(values)) {
    await dialog(grace)
      .getByLabel(t(`billing.${name}`), { exact: true })
      .fill(value);
  }
  await inDialog(grace, 'common.create').click();
  await expect(grace.getByText(t('billing.missing.vat-id'))).toBeVisible();
  await button(grace, 'billing.vatId.enter').click();
  await dialog(grace).getByLabel(t('billing.vatId'), { exact: true }).fill('DE 136695976');
  await inDialog(grace, 'common.save').click();
  await expect(grace.getByText(t('billing.missing.vat-id'))).toHaveCount(0);
  await button(grace, 'billing.payment.choose.bank-transfer').click();
  await expect(grace.getByText(t('billing.missing.payment-method'))).toHaveCount(0);
});

test('other members are told who the billing administrator is', async () => {
  await go(ada, 'console.nav.billing');
  await ada.getByRole('link', { name: t('billing.tab.buy'), exact: true }).click();
  await expect(ada.getByText(t('billing.administrator.other', { email: GRACE.email }))).toBeVisible();
  await expect(button(ada, 'billing.buy.submit')).toBeDisabled();
});

test('credits are bought by bank transfer: confirmed, invoiced, promised within 15 minutes', async () => {
  await grace.getByRole('link', { name: t('billing.tab.buy'), exact: true }).click();
  await grace.getByLabel(t('billing.buy.credits')).fill(String(CREDITS));
  await expect(grace.getByRole('row', { name: /^Total/ })).toContainText('€59.50');
  await button(grace, 'billing.buy.submit').click();
  await inDialog(grace, 'billing.buy.confirm.yes', { sum: '€59.50' }).click();
  await expect(dialog(grace)).toContainText(t('billing.buy.done'));
  await expect(dialog(grace)).toContainText('within 15 minutes');
  await inDialog(grace, 'common.ok').click();
  const [download] = await Promise.all([
    grace.waitForEvent('download'),
    grace.getByRole('button', { name: /^PDF of invoice/ }).click(),
  ]);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the platform administrator records the payment', async () => {
  await master.goto(server.url);
  await signUp(master, server, MASTER);
  await go(master, 'console.nav.openInvoices');
  await expect(master.getByRole('row').filter({ hasText: 'Sample GmbH' })).toContainText('€59.50');
  await master.getByRole('button', { name: /^Record payment:/ }).click();
  await dialog(master).getByLabel(t('billing.open.reference')).fill('Statement 12');
  await inDialog(master, 'billing.open.book').click();
  await expect(master.getByText(t('billing.open.empty'))).toBeVisible();
});

test('the credits arrive, the usage dialog shows their origin, and Pro can be turned on', async () => {
  await go(grace, 'console.nav.billing');
  await expect(grace.getByText(`${CREDITS} credits left`)).toBeVisible();
  await button(grace, 'billing.usage.open').click();
  const row = dialog(grace)
    .getByRole('row')
    .filter({ hasText: t('billing.usage.type.credit-purchase') });
  await expect(row).toContainText(`+${CREDITS}`);
  await expect(row.getByRole('time')).toContainText(String(new Date().getFullYear()));
  const [invoice] = await (await apiOf(grace, server)).send<[{ number: string }]>(
    'GET',
    `/organizations/${orgId}/billing/invoices`,
  );
  await expect(row).toContainText(invoice.number);
  await inDialog(grace, 'common.close').click();
  await expect(grace.getByText('It costs 2 credits per machine per 30 days.')).toBeVisible();
  await button(grace, 'billing.tier.to.pro').click();
  await expect(dialog(grace)).toContainText('2 credits per machine');
  await inDialog(grace, 'billing.tier.to.pro').click();
  await expect(grace.getByRole('heading', { name: t('billing.tier.title', { tier: 'Pro' }) })).toBeVisible();
});

test('a refund creates a credit note, and credits already used are owed', async () => {
  const books = await apiOf(master, server);
  const [{ number }] = await api.send<[{ number: string }]>('GET', `/organizations/${orgId}/billing/invoices`);
  const used = { credits: -45, reason: 'Used', key: crypto.randomUUID() };
  await books.send('POST', `/platform/organizations/${orgId}/credits`, used);
  await books.send('POST', `/platform/invoices/${number}/refund`, { amount: 5_950, reference: 'Statement 13' });
  await grace.reload();
  await expect(grace.getByText('45 credits owed')).toBeVisible();
  await expect(grace.getByText(/45 credits are missing/).first()).toBeVisible();
  await grace.getByRole('link', { name: t('billing.tab.invoices'), exact: true }).click();
  const note = grace.getByRole('row').filter({ hasText: `credit note for ${number}` });
  await expect(note).toContainText('€59.50');
  await expect(note).toContainText(t('billing.invoice.returned'));
  await expectAccessible(grace);
});

test('removing a member is undone on the screen when the server refuses it', async () => {
  await api.send('POST', `/organizations/${orgId}/invite`, { email: MASTER.email });
  await (await apiOf(master, server)).send('POST', `/organizations/${orgId}/accept`);
  await go(ada, 'console.nav.users');
  const remove = ada.getByRole('button', { name: t('console.member.removeOf', { email: MASTER.email }) });
  await expect(remove).toBeVisible();
  await api.send('PUT', `/organizations/${orgId}/member`, { email: ADA.email, role: 'viewer' });
  const logged = ada.waitForEvent('console', (message) => message.text().includes('ApiError'));
  await remove.click();
  await inDialog(ada, 'console.member.remove').click();
  await expect(dialog(ada)).toContainText(t('errors.code.forbidden'));
  await logged;
  await inDialog(ada, 'common.ok').click();
  await expect(ada.getByText(MASTER.email)).toBeVisible();
});

test('the owner removes a member, who disappears from the list right away', async () => {
  await go(grace, 'console.nav.users');
  const name = t('console.member.removeOf', { email: MASTER.email });
  await grace.getByRole('button', { name }).click();
  await inDialog(grace, 'console.member.remove').click();
  await expect(grace.getByText(MASTER.email)).toHaveCount(0);
});

test('a member leaves, and a withdrawn invitation cannot be accepted', async () => {
  await button(ada, 'members.leave').click();
  await inDialog(ada, 'members.leave').click();
  await expect(ada.getByRole('heading', { name: t('console.org.empty.title') })).toBeVisible();
  await api.send('POST', `/organizations/${orgId}/invite`, { email: ADA.email });
  await ada.reload();
  await expect(button(ada, 'console.invitations.accept')).toBeVisible();
  const tops = await watchContent(grace);
  await grace.reload();
  await expect(grace.getByText(/45 credits are missing/).first()).toBeVisible();
  expect(await tops(), 'the notice moves nothing at a reload').toHaveLength(1);
  await grace.getByRole('button', { name: t('console.pending.withdrawOf', { email: ADA.email }) }).click();
  await expect(grace.getByText(ADA.email)).toHaveCount(0);
  await button(ada, 'console.invitations.accept').click();
  await expect(dialog(ada)).toContainText(t('console.invitations.failed'));
});
