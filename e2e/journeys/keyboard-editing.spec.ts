import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import type { Api } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { type Keyboard, keyboardOf } from '../kit/keyboard.ts';
import type { Person } from '../kit/person.ts';
import { CODE_LINE, codeIn, type Server } from '../kit/server.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { GRACE } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/**
 * Everything an administrator creates and changes, without a mouse (WCAG 2.2, 2.1.1): the journeys of the other files
 * by keyboard only.
 */
test.describe.configure({ mode: 'serial' });

const EVE: Person = { email: 'eve@breakwater.example', password: 'Slack-water!3' };

let testConsole: TestConsole | undefined;
let server: Server;
let fleet: Running | undefined;
let page: Page;
let api: Api;
let keys: Keyboard;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, 'Front desk');
  ({ server, page, api } = testConsole);
  keys = keyboardOf(page);
  fleet = await startVirtualMachines(server, api, 3);
});

test.afterAll(async () => {
  await fleet?.end();
  await testConsole?.dispose();
});

const button = (key: string, values?: Record<string, string | number>) =>
  page.getByRole('button', { name: t(key, values), exact: true });
const dialog = () => page.locator('dialog[open]').last();
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });
const field = (key: string) => dialog().getByLabel(t(key), { exact: true });
const item = (key: string) => page.getByRole('menuitem', { name: t(key), exact: true });

/** Moves to an element and presses Enter. */
async function press(element: Parameters<Keyboard['to']>[0]): Promise<void> {
  await keys.to(element);
  await keys.press('Enter');
}

/** Opens a page by its name in the palette. */
async function open(name: string, title = name): Promise<void> {
  await keys.press('Control+k');
  await expect(dialog().getByRole('combobox')).toBeFocused();
  await keys.type(t(name));
  await expect(dialog().getByRole('option', { selected: true })).toContainText(t(name));
  await keys.press('Enter');
  await page.getByRole('heading', { name: t(title), level: 1 }).waitFor();
}

test('a new person signs up: reads the terms to their end and enters the mailed code', async ({ browser }) => {
  const other = await (await browser.newContext()).newPage();
  const hers = keyboardOf(other);
  await speakEnglish(other);
  await other.goto(server.url);
  await hers.to(other.getByRole('button', { name: t('identity.login.signUp') }));
  await hers.press('Enter');
  await other.getByRole('heading', { name: t('identity.signUp.title') }).waitFor();
  await hers.to(other.getByLabel(t('identity.email')));
  await hers.type(EVE.email);
  await hers.to(other.getByLabel(t('identity.password'), { exact: true }));
  await hers.type(EVE.password);
  await hers.to(other.getByLabel(t('identity.terms.accepted')));
  await hers.press('Space');
  const terms = other.getByRole('dialog', { name: t('identity.terms.title') });
  const accept = terms.getByRole('button', { name: t('identity.terms.accept') });
  await expect(accept).toBeDisabled();
  await hers.to(terms.getByRole('region'));
  await hers.press('End');
  await expect(accept).toBeEnabled();
  await hers.to(accept);
  await hers.press('Enter');
  await expect(terms).toHaveCount(0);
  await hers.to(other.getByRole('button', { name: t('identity.signUp.submit') }));
  await hers.press('Enter');
  await expect(other.getByLabel(t('identity.verify.code'))).toBeFocused();
  await hers.type(codeIn(await server.mailTo(EVE.email, CODE_LINE)));
  await hers.press('Enter');
  await other.getByRole('heading', { name: t('console.org.empty.title') }).waitFor();
  await other.context().close();
});

test('several machines are selected, get a tag and another profile, and the view is saved as a file', async () => {
  await open('console.nav.machines', 'console.machines.title');
  const rows = page.getByRole('table', { name: t('console.machines.title') }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await keys.to(rows.first().getByRole('link'));
  await keys.press('Space', 'ArrowDown', 'Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await press(button('machines.bulk'));
  await keys.along(item('machines.bulk.tags.add'));
  await keys.press('Enter');
  await keys.to(dialog().getByRole('combobox', { name: t('machines.tags.label') }));
  await keys.type('warehouse');
  await keys.press('Enter');
  await press(inDialog('common.save'));
  await expect(page.getByText('2 machines changed.')).toBeVisible();

  await keys.to(page.getByLabel(t('machines.filter.tag'), { exact: true }));
  await keys.type('warehouse');
  await expect(rows).toHaveCount(2);
  await keys.to(page.getByRole('checkbox', { name: t('machines.select.all') }));
  await keys.press('Space');
  await press(button('machines.bulk'));
  await keys.along(item('console.machine.assign'));
  await keys.press('Enter');
  const choice = dialog().getByRole('radio', { name: 'Front desk' });
  await keys.to(dialog().getByRole('radio').first());
  await keys.along(choice);
  await keys.press('Space');
  await expect(choice).toBeChecked();
  await keys.press('Enter');
  await expect(dialog()).toHaveCount(0);
  await expect(rows.first()).toContainText('Front desk');
  await expect(rows.last()).toContainText('Front desk');

  // The list is named, shown in the sidebar with its count, and deleted.
  await press(button('machines.view.save'));
  await keys.to(dialog().getByLabel(t('common.name')));
  await keys.type('In the warehouse');
  await keys.press('Enter');
  const saved = page.getByRole('navigation').getByRole('link', { name: /^In the warehouse/ });
  await expect(saved).toContainText('2');
  await expect(saved).toHaveAttribute('aria-current', 'page');
  await press(button('machines.view.delete'));
  await press(page.getByRole('alertdialog').getByRole('button', { name: t('common.delete') }));
  await expect(saved).toHaveCount(0);

  const download = page.waitForEvent('download');
  await press(button('machines.export'));
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test('a widget is added to the Info Section, moved, widened and removed', async () => {
  await open('console.nav.profiles');
  await press(page.getByRole('link', { name: 'Front desk', exact: true }));
  await page.getByRole('heading', { name: 'Front desk', level: 1 }).waitFor();
  await press(page.getByRole('link', { name: t('console.form.dashboard') }));
  await press(button('profile.thinhoc.customization.dashboard.layouts.add'));
  await keys.to(page.getByRole('textbox', { name: 'Name', exact: true }));
  await keys.press('ControlOrMeta+a');
  await keys.type('Lunch');
  for (const kind of ['qr', 'text']) {
    await press(button('forms.widget.add', { kind: t(`forms.widget.kind.${kind}`) }));
  }
  const cards = page.locator('[data-widget]');
  await expect(cards).toHaveCount(2);
  await keys.to(cards.first());
  await keys.press('ArrowRight', 'Shift+ArrowRight');
  await expect(cards.first()).toHaveAccessibleName(/Column 2, .* 3 wide/);
  await expect(cards.first()).toBeFocused();
  await keys.to(cards.last());
  await keys.press('Delete');
  await expect(cards).toHaveCount(1);
  // The focused element was removed: the focus moves to the button that adds the next widget.
  await expect(page.locator(':focus')).toHaveAccessibleName(
    t('forms.widget.add', { kind: t('forms.widget.kind.button') }),
  );
});

test('the effect of a change is reviewed, saved, compared with the previous revision and undone', async () => {
  await press(button('console.save.more'));
  await keys.along(item('console.impact.open'));
  await keys.press('Enter');
  await expect(dialog().getByRole('heading', { name: t('console.impact.title') })).toBeVisible();
  await press(inDialog('common.save'));
  await expect(page.getByText(t('console.save.done', { revision: 2 }))).toBeVisible();
  await press(page.getByRole('link', { name: t('console.history.title') }));
  const first = page.getByRole('listitem').filter({ hasText: t('console.profile.revision', { revision: 1 }) });
  await press(first.getByRole('button', { name: t('console.history.compare') }));
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveCount(3);
  await press(first.getByRole('button', { name: t('console.history.restore') }));
  await press(inDialog('console.history.restore'));
  await expect(page.getByText(t('console.save.done', { revision: 3 }))).toBeVisible();
});

test('a change is rolled out in stages, paused, and rolled back', async () => {
  await press(page.getByRole('link', { name: t('console.page.input') }));
  await keys.to(page.locator('[data-path$="osk_enabled"]').getByRole('switch'));
  await keys.press('Space');
  await press(button('console.save.more'));
  await keys.along(item('rollouts.open'));
  await keys.press('Enter');
  await keys.to(field('rollouts.soak'));
  await keys.press('End');
  await press(inDialog('rollouts.start'));
  await page.getByRole('heading', { name: t('rollouts.of', { name: 'Front desk', revision: 4 }), level: 1 }).waitFor();
  await press(button('rollouts.pause'));
  await expect(button('rollouts.resume')).toBeVisible();
  await press(button('rollouts.cancel'));
  await press(inDialog('rollouts.cancel'));
  await expect(page.getByText(/^Rolled back manually\./)).toBeVisible();
});

test('a schedule is created, refused without a name, and deleted', async () => {
  await open('console.nav.schedules', 'machines.schedules.title');
  await press(button('machines.schedules.make'));
  await press(inDialog('common.save'));
  await expect(field('common.name')).toBeFocused();
  await expect(field('common.name')).toHaveAccessibleDescription(t('common.required'));
  await keys.type('Nightly');
  await keys.to(
    dialog()
      .getByRole('group', { name: t('machines.schedules.days') })
      .getByRole('checkbox')
      .first(),
  );
  await keys.press('Space');
  await press(inDialog('common.save'));
  const row = page.getByRole('table', { name: t('machines.schedules.title') }).locator('tbody tr');
  await expect(row).toContainText('Nightly');
  await press(button('machines.schedules.deleteOf', { name: 'Nightly' }));
  await press(inDialog('common.delete'));
  await expect(page.getByText(t('machines.schedules.empty.text'))).toBeVisible();
});

test('the billing account is created, and credits are ordered up to the last confirmation', async () => {
  await open('console.nav.billing', 'billing.title');
  await press(button('billing.account.create'));
  const values = { company: 'Sample GmbH', street: 'Ring 1', postcode: '20457', city: 'Hamburg' };
  for (const [name, value] of Object.entries(values)) {
    await keys.to(field(`billing.${name}`));
    await keys.press('ControlOrMeta+a');
    await keys.type(value);
  }
  await press(inDialog('common.create'));
  await expect(page.getByText(t('billing.missing.vat-id'))).toBeVisible();
  await press(page.getByRole('link', { name: t('billing.tab.buy'), exact: true }));
  await keys.to(page.getByLabel(t('billing.buy.credits')));
  await keys.press('ControlOrMeta+a');
  await keys.type('50');
  await press(button('billing.buy.submit'));
  await expect(dialog()).toContainText(t('console.dialog.billing.title'));
  await keys.press('Escape');
  await expect(dialog()).toHaveCount(0);
});

test('a webhook is created, its secret shown once, and the audit log searched', async () => {
  await open('console.nav.webhooks');
  await press(button('keys.hook.make'));
  await keys.to(field('keys.hook.url'));
  await keys.type('https://hooks.company.example/bell');
  await press(inDialog('common.create'));
  await expect(dialog().getByLabel(t('keys.hook.secret'))).toHaveValue(/^whsec_/);
  await press(inDialog('common.kept'));
  await expect(page.getByRole('link', { name: 'https://hooks.company.example/bell' })).toBeVisible();
  await open('console.nav.audit');
  await keys.to(page.getByLabel(t('audit.search')));
  await keys.type(GRACE.email);
  await expect(
    page
      .getByRole('list', { name: t('audit.entries') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
});
