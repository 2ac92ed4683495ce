import type { Running } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import type { Api } from '../kit/api.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { type Keyboard, keyboardOf } from '../kit/keyboard.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { GRACE } from '../kit/test-environment.ts';
import { t } from '../kit/texts.ts';

/**
 * An administrator's day without a mouse (WCAG 2.2, 2.1.1): everything is reachable by Tab, Enter, Space, Escape and
 * the arrow keys, and a closed dialog returns the focus.
 */
test.describe.configure({ mode: 'serial' });

const ADA = 'ada@partner.example';
/** Sorts first in the list of machines. */
const AQUARIUM = '00 Aquarium';

let testConsole: TestConsole | undefined;
let fleet: Running | undefined;
let page: Page;
let api: Api;
let keys: Keyboard;

test.beforeAll(async ({ browser }) => {
  testConsole = await startTestConsole(browser, 'Front desk');
  ({ page, api } = testConsole);
  keys = keyboardOf(page);
  fleet = await startVirtualMachines(testConsole.server, api, 2);
});

test.afterAll(async () => {
  await fleet?.end();
  await testConsole?.dispose();
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.locator('dialog[open]').last();
const inDialog = (key: string) => dialog().getByRole('button', { name: t(key), exact: true });
const field = (key: string) => dialog().getByLabel(t(key), { exact: true });
const item = (key: string) => page.getByRole('menuitem', { name: t(key), exact: true });

/** Opens a page by its link in the navigation. */
async function open(link: string, title: string): Promise<void> {
  await keys.to(page.getByRole('complementary').getByRole('link', { name: t(link), exact: true }));
  await keys.press('Enter');
  await page.getByRole('heading', { name: t(title), level: 1 }).waitFor();
}

test('a machine is selected, renamed and rebooted', async () => {
  await open('console.nav.machines', 'console.machines.title');
  const rows = page.getByRole('table', { name: t('console.machines.title') }).locator('tbody tr');
  await expect(rows).toHaveCount(2);
  const link = rows.first().getByRole('link');
  const old = (await link.innerText()).trim();
  const menu = button(t('console.machine.actions', { name: old }));
  await keys.to(menu);
  await keys.press('Enter');
  await keys.along(item('common.rename'));
  await keys.press('Enter');
  await expect(field('common.name')).toBeFocused();
  await keys.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await expect(menu).toBeFocused();

  await keys.press('Enter');
  await keys.along(item('common.rename'));
  await keys.press('Enter', 'ControlOrMeta+a');
  await keys.type(AQUARIUM);
  await keys.press('Enter');
  await expect(rows.getByRole('link', { name: AQUARIUM, exact: true })).toBeVisible();
  await expect(button(t('console.machine.actions', { name: AQUARIUM }))).toBeFocused();

  await keys.press('Enter');
  await keys.along(item('machines.action.reboot'));
  await keys.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText(t('machines.action.reboot.title', { name: AQUARIUM }));
  await keys.to(page.getByRole('alertdialog').getByRole('button', { name: t('machines.action.reboot') }));
  const [reply] = await Promise.all([page.waitForResponse(/\/reboot$/), keys.press('Enter')]);
  expect(reply.ok(), await reply.text()).toBe(true);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await keys.to(rows.getByRole('link', { name: AQUARIUM, exact: true }));
  await keys.press('Enter');
  const tab = page.getByRole('main').getByRole('link', { name: t('console.commands.title'), exact: true });
  await keys.to(tab);
  await keys.press('Enter');
  await expect(tab).toHaveAttribute('aria-current', 'page');
  const { machineId } = (await reply.json()) as { machineId: string };
  expect(page.url(), 'the rebooted machine is the one whose page is open').toContain(machineId);
  const commands = page.getByRole('listitem').filter({ hasText: t('console.command.reboot') });
  await expect(commands.first()).toContainText(t('console.commandState.succeeded'));
});

test('the focus and an open menu stay with their machine while the list is sorted anew', async () => {
  await open('console.nav.machines', 'console.machines.title');
  const [one, other] = await api.machines();
  await api.nameMachine(one.id, '01 Lobby');
  await api.nameMachine(other?.id ?? '', '02 Lounge');
  const menu = button(t('console.machine.actions', { name: '01 Lobby' }));
  await keys.to(menu);
  await keys.press('Enter');
  await keys.along(item('common.rename'));
  const rows = page.getByRole('table', { name: t('console.machines.title') }).locator('tbody tr');
  await api.nameMachine(one.id, '03 Lobby');
  await expect(rows.first()).toContainText('02 Lounge');
  await expect(item('common.rename')).toBeFocused();
  await keys.press('Escape');
  await expect(button(t('console.machine.actions', { name: '03 Lobby' }))).toBeFocused();

  await api.nameMachine(one.id, '01 Lobby');
  await expect(rows.first()).toContainText('01 Lobby');
  await expect(menu).toBeFocused();

  // A range begins at the machine that was selected, not at the row where it was.
  await keys.to(page.getByRole('link', { name: '02 Lounge' }));
  await keys.press('Space');
  await expect(page.getByText('1 selected')).toBeVisible();
  await api.nameMachine(one.id, '03 Lobby');
  await expect(rows.first()).toContainText('02 Lounge');
  await keys.press('Shift+Space');
  await expect(rows.first().getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('1 selected')).toBeVisible();
  await keys.press('Escape');
  await expect(page.getByText('1 selected')).toHaveCount(0);
});

test('a colleague is invited with a role, and the invitation is withdrawn', async () => {
  await open('console.nav.users', 'console.nav.users');
  const invite = button(t('console.invite.submit'));
  await keys.to(invite);
  await keys.press('Enter');
  await expect(field('console.invite.label')).toBeFocused();
  await keys.type(ADA);
  await keys.press('Tab');
  await keys.along(dialog().getByRole('radio', { name: t('console.role.operator') }));
  await keys.press('Enter');
  await expect(dialog()).toContainText(t('console.invite.done.title'));
  await keys.press('Enter');
  await expect(dialog()).toHaveCount(0);
  await expect(invite).toBeFocused();
  const row = page.getByRole('listitem').filter({ hasText: ADA });
  await expect(row).toContainText(t('console.role.operator'));
  await keys.to(row.getByRole('button', { name: t('console.pending.withdrawOf', { email: ADA }) }));
  await keys.press('Enter');
  await expect(page.getByRole('status').getByText(t('console.pending.withdrawn', { email: ADA }))).toBeAttached();
  await expect(row).toHaveCount(0);
});

test('a deletion is announced, and the focus goes to the next row, at last to the button that creates one', async () => {
  const [{ organizationId }] = await api.profiles();
  const wanted = { type: 'notify', msg: 'Hello', tag: 'lobby', time: '03:00', windowMinutes: 60, timeZone: 'UTC' };
  const names = ['Alpha', 'Beta', 'Gamma'];
  for (const name of names) {
    const body = { ...wanted, name, days: ['monday'], enabled: false };
    await api.send('POST', `/organization/${organizationId}/schedules`, body);
  }
  await open('console.nav.schedules', 'machines.schedules.title');
  const isOn = page.getByRole('switch', { name: t('machines.schedules.enabled', { name: 'Alpha' }) });
  await keys.to(isOn);
  await keys.press('Space');
  await expect(isOn).toBeChecked();
  await keys.to(button(t('console.undo')));
  await keys.press('Enter');
  await expect(isOn).not.toBeChecked();
  await expect(isOn).toBeFocused();

  const remove = (name: string) => button(t('machines.schedules.deleteOf', { name }));
  await keys.to(remove('Beta'));
  for (const [name, next] of [
    ['Beta', remove('Gamma')],
    ['Gamma', remove('Alpha')],
    ['Alpha', button(t('machines.schedules.make'))],
  ] as const) {
    await keys.press('Enter');
    await keys.to(page.getByRole('alertdialog').getByRole('button', { name: t('common.delete'), exact: true }));
    await keys.press('Enter');
    await expect(page.getByRole('status').getByText(t('console.deleted', { name }))).toBeAttached();
    await expect(next).toBeFocused();
  }
});

test('an enrollment code and an API key are created from the palette', async () => {
  await keys.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await keys.type(t('console.nav.enrollment'));
  await keys.press('Enter');
  const make = button(t('machines.enrollment.make'));
  await keys.to(make);
  await keys.press('Enter');
  await keys.to(dialog().getByLabel(t('machines.enrollment.profile')));
  await keys.type('Front');
  await keys.to(inDialog('machines.enrollment.make'));
  await keys.press('Enter');
  await expect(dialog().getByRole('img', { name: t('machines.enrollment.qr') })).toBeVisible();
  await keys.to(inDialog('common.kept'));
  await keys.press('Enter');
  await expect(page.getByRole('table')).toContainText('Front desk');

  await keys.press('Control+k');
  await keys.type(t('console.nav.apiKeys'));
  await keys.press('Enter');
  await keys.to(button(t('keys.make')));
  await keys.press('Enter');
  await keys.to(field('common.name'));
  await keys.type('Inventory');
  await keys.to(dialog().getByRole('checkbox', { name: t('keys.scope.machine.read') }));
  await keys.press('Space');
  await keys.to(inDialog('keys.make'));
  await keys.press('Enter');
  await expect(dialog().getByLabel(t('keys.key'))).toHaveValue(/./);
  await keys.to(inDialog('common.kept'));
  await keys.press('Enter');
  await expect(page.getByText('Inventory')).toBeVisible();
});

test('the password is changed, and the person logs out', async () => {
  await keys.to(page.getByRole('button', { name: new RegExp(t('console.account.menu')) }));
  await keys.press('Enter');
  await keys.along(item('console.account.open'));
  await keys.press('Enter');
  await keys.to(button(t('account.password.change')));
  await keys.press('Enter');
  await keys.to(field('account.password.current'));
  await keys.type(GRACE.password);
  await keys.to(field('identity.password.new'));
  await keys.type('Garden-path!8');
  await keys.press('Enter');
  await expect(dialog()).toHaveCount(0);
  await keys.to(page.getByRole('button', { name: new RegExp(t('console.account.menu')) }));
  await keys.press('Enter');
  await keys.along(item('console.account.signOut'));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { name: t('identity.signedOut.title') })).toBeVisible();
});
