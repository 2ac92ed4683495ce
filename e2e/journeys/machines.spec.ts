import { readFile } from 'node:fs/promises';
import type { Running } from '@berth/testing/process';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { enrollVirtualMachines } from '../kit/fleet.ts';
import { labeled } from '../kit/form-steps.ts';
import { makeSmart } from '../kit/product-ids.ts';
import { type Server, startServer } from '../kit/server.ts';
import { GRACE, openConsole } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/** A fleet of virtual machines as an administrator runs it, from the enrollment code to a factory reset. */
test.describe.configure({ mode: 'serial' });

const MACHINES = 8;

let server: Server;
let admin: Page;
let api: Api;
let fleet: Running | undefined;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro', BERTH_PLATFORM_ADMINS: GRACE.email });
  admin = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await speakEnglish(admin);
  await openConsole(admin, server);
  api = await apiOf(admin, server);
});

test.afterAll(async () => {
  await admin?.close();
  await fleet?.end();
  await server?.dispose();
});

const rows = (): Locator => admin.getByRole('table', { name: t('console.machines.title') }).locator('tbody tr');
const menuOf = (name: string) => admin.getByRole('button', { name: t('console.machine.actions', { name }) });
const choose = async (label: string): Promise<void> => {
  await admin.getByRole('menuitem', { name: label, exact: true }).click();
};
const act = async (name: string, label: string): Promise<void> => {
  await menuOf(name).click();
  await choose(label);
};
const bulk = async (label: string): Promise<void> => {
  await admin.getByRole('button', { name: t('machines.bulk'), exact: true }).click();
  await choose(label);
};
const press = (name: string) => admin.getByRole('dialog').getByRole('button', { name }).click();
const firstName = async (): Promise<string> => (await rows().first().getByRole('link').innerText()).trim();
const openMachine = async (name: string): Promise<void> => {
  await rows().getByRole('link', { name, exact: true }).click();
  await admin.getByRole('heading', { name, level: 1 }).waitFor();
};
const openTab = (label: string) => admin.getByRole('main').getByRole('link', { name: label, exact: true }).click();
const sidebar = () => admin.getByRole('navigation');
const goToMachines = () =>
  sidebar()
    .getByRole('link', { name: t('console.nav.machines'), exact: true })
    .click();

test('machines register themselves with a code that is shown once', async () => {
  const [organization] = await api.send<[{ id: string }]>('GET', '/organizations');
  for (const name of ['Front desk', 'Night']) {
    await api.send('POST', '/profiles', { name, organizationId: organization.id });
  }
  await admin.getByRole('link', { name: t('console.nav.enrollment') }).click();
  await admin.getByRole('button', { name: t('machines.enrollment.make') }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel(t('machines.enrollment.profile')).selectOption('Front desk');
  await dialog.getByLabel(t('machines.enrollment.limit')).fill(String(MACHINES));
  await dialog.getByRole('button', { name: t('machines.enrollment.make') }).click();
  const shown = admin.getByRole('dialog', { name: t('machines.enrollment.shown.title') });
  await expect(shown.getByRole('img', { name: t('machines.enrollment.qr') })).toBeVisible();
  const code = await shown.locator('code').innerText();
  await shown.getByRole('button', { name: t('common.kept') }).click();
  await expect(admin.getByRole('table')).toContainText(`…${code.slice(-4)}`);
  await expect(admin.getByText(code)).toHaveCount(0);

  await goToMachines();
  fleet = enrollVirtualMachines(server, MACHINES, code);
  await expect(admin.getByText(`${MACHINES} machines, ${MACHINES} online`)).toBeVisible();
  await expect(rows().first()).toContainText('Front desk');
});

test('the search keeps every letter on a computer that is 6 times slower', async () => {
  const slow = await admin.context().newCDPSession(admin);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const search = admin.getByRole('searchbox', { name: t('console.machines.search') });
  await search.pressSequentially('Reception 17 west', { delay: 40 });
  await expect(search).toHaveValue('Reception 17 west');
  await expect(admin).toHaveURL(/q=Reception\+17\+west/);
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await slow.detach();
  await search.fill('');
  await expect(admin).not.toHaveURL(/q=/);
});

test('an action on machines requires a selected machine', async () => {
  await bulk(t('machines.action.reboot'));
  await expect(admin.getByRole('alertdialog')).toContainText(t('machines.select.missing'));
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('alertdialog')).toHaveCount(0);
});

test('a machine is renamed, and the rename is undone', async () => {
  const name = await firstName();
  await act(name, t('common.rename'));
  await admin.getByRole('dialog').getByLabel(t('common.name')).fill('Ärger & Söhne');
  await press(t('common.rename'));
  await expect(rows().getByRole('link', { name: 'Ärger & Söhne' })).toBeVisible();
  await admin.getByRole('button', { name: t('console.undo'), exact: true }).click();
  await expect(rows().getByRole('link', { name, exact: true })).toBeVisible();
});

test('numbered names sort numerically, in both directions', async () => {
  const machines = (await api.machines()).slice(0, 2);
  const rename = async (name: (index: number) => string | undefined) => {
    for (const [index, { id }] of machines.entries()) {
      await api.send('PATCH', `/machines/${id}/name`, { name: name(index) });
    }
  };
  await rename((index) => ['Desk 10', 'Desk 6'][index]);
  const desks = rows().getByRole('link', { name: /^Desk/ });
  await expect(desks).toHaveText(['Desk 6', 'Desk 10']);
  const byName = admin.getByRole('columnheader').getByRole('button', { name: t('common.name') });
  await byName.click();
  await expect(desks).toHaveText(['Desk 10', 'Desk 6']);
  await byName.click();
  await expect(desks).toHaveText(['Desk 6', 'Desk 10']);
  await rename((index) => machines[index]?.name);
  await expect(desks).toHaveCount(0);
});

test('selected machines get another profile', async () => {
  const name = await firstName();
  await act(name, t('console.machine.assign'));
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Night' }).click();
  await dialog.getByRole('button', { name: t('console.machine.assign.submit') }).click();
  await expect(rows().filter({ hasText: name })).toContainText('Night');
  await bulkAssignNeedsProfile();
});

async function bulkAssignNeedsProfile(): Promise<void> {
  const place = await rows().first().boundingBox();
  await rows().first().getByRole('checkbox').click();
  // The next row stays where the eye and the pointer expect it.
  await expect(admin.getByText('1 selected')).toBeVisible();
  expect(await rows().first().boundingBox()).toEqual(place);
  await bulk(t('console.machine.assign'));
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: t('console.machine.assign.submit') }).click();
  await expect(dialog).toContainText(t('console.machine.assign.missing'));
  await dialog.getByRole('button', { name: t('common.cancel') }).click();
  await admin.getByRole('button', { name: t('machines.select.clear') }).click();
}

test('the keyboard selects machines, which get a tag that a saved view finds', async () => {
  await rows().first().getByRole('link').focus();
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Shift+Space']) await admin.keyboard.press(key);
  await expect(admin.getByText('3 selected')).toBeVisible();
  await bulk(t('machines.bulk.tags.add'));
  await admin
    .getByRole('dialog')
    .getByRole('combobox', { name: t('machines.tags.label') })
    .fill('warehouse');
  await admin.keyboard.press('Enter');
  await press(t('common.save'));
  await expect(admin.getByText('3 machines changed.')).toBeVisible();
  await admin.getByLabel(t('machines.filter.tag'), { exact: true }).selectOption('warehouse');
  await expect(rows()).toHaveCount(3);
  expect(new URL(admin.url()).searchParams.get('tag')).toBe('warehouse');
  await admin.reload();
  await expect(rows()).toHaveCount(3);
});

test('the list is exported as CSV', async () => {
  const download = admin.waitForEvent('download');
  await admin.getByRole('button', { name: t('machines.export') }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  // The byte order mark tells a spreadsheet that letters are UTF-8.
  expect(lines[0]).toMatch(/^\u{feff}id,shortId,name,/u);
});

test('changing the profile of several machines is undone: each has its previous one', async () => {
  const shown = () => rows().allInnerTexts();
  const before = (await shown()).map((text) => text.includes('Night'));
  expect(before).toContain(false);
  await admin.getByRole('checkbox', { name: t('machines.select.all') }).click();
  await bulk(t('console.machine.assign'));
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Night' }).click();
  await dialog.getByRole('button', { name: t('console.machine.assign.submit') }).click();
  await expect(rows().filter({ hasText: 'Night' })).toHaveCount(3);
  await admin.getByRole('button', { name: t('console.undo'), exact: true }).click();
  await expect(admin.getByText(t('console.undo.done'))).toBeVisible();
  await expect.poll(async () => (await shown()).map((text) => text.includes('Night'))).toEqual(before);
  await expect(admin.getByRole('button', { name: t('machines.select.clear') })).toHaveCount(0);
});

test('all machines of a filter reboot, and the progress can be watched', async () => {
  await admin.getByRole('checkbox', { name: t('machines.select.all') }).click();
  await bulk(t('machines.action.reboot'));
  const question = admin.getByRole('alertdialog');
  await expect(question.getByRole('heading')).toContainText('3 machines');
  await question.getByRole('button', { name: t('machines.action.reboot') }).click();
  const progress = admin.getByRole('region', { name: t('machines.progress.label') });
  await expect(progress).toContainText(t('machines.progress.done', { done: 3, total: 3 }));
  await progress.getByRole('button', { name: t('machines.progress.dismiss') }).click();
  await expect(progress).toHaveCount(0);
});

test('a machine page shows details, online history and command results', async () => {
  // One of those that rebooted.
  const name = await firstName();
  await admin.getByLabel(t('machines.filter.tag'), { exact: true }).selectOption('');
  await expect(admin.getByText(`${MACHINES} machines, ${MACHINES} online`)).toBeVisible();
  await openMachine(name);
  await expect(admin.getByRole('img', { name: /^Online in the last 30 days/ })).toBeVisible();
  await openTab(t('machines.inventory.title'));
  await expect(admin.getByText('Virtual processor, 4 cores')).toBeVisible();
  await openTab(t('machines.tab.history'));
  await expect(admin.getByRole('list', { name: t('audit.entries') })).toContainText(t('audit.action.enrolment.enrol'));
  await openTab(t('console.commands.title'));
  await admin.reload();
  const commands = admin.getByRole('listitem').filter({ hasText: t('console.command.reboot') });
  await expect(commands.first()).toContainText(t('console.commandState.succeeded'));
});

test('a machine creates a debug file, which is listed and downloaded, without the secrets of its profile', async () => {
  const password = 'Anker-4711-lichten';
  const phone = { enabled: true, gateway: 'pbx.test', accounts: [{ user: 'desk', auth_pass: password }] };
  for (const { id } of await api.profiles()) await api.merge(id, { definition: { thinhoc: { sip: phone } } });
  const isApplied = async () =>
    (await api.machines()).every(({ desiredRevision, appliedRevision }) => desiredRevision === appliedRevision);
  await expect.poll(isApplied).toBe(true);
  await goToMachines();
  await openMachine(await firstName());
  await openTab(t('console.logs.title'));
  const title = admin.getByRole('heading', { name: t('machines.files.title') });
  const files = admin.locator('section').filter({ has: title });
  await files.getByRole('button', { name: t('machines.files.request') }).click();
  const save = files.getByRole('button', { name: new RegExp(`^${t('machines.files.download', { name: '' })}`) });
  await expect(save).toBeVisible();
  const download = admin.waitForEvent('download');
  await save.click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text).toContain('"hardware"');
  expect(text).toContain('pbx.test');
  expect(text).not.toContain(password);
  await files.getByRole('button', { name: new RegExp(`^${t('machines.files.delete', { name: '' })}`) }).click();
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.delete') })
    .click();
  await expect(files.getByText(t('machines.files.empty'))).toBeVisible();
});

test('a machine that was shut down is offline; its pending command can be canceled', async () => {
  const name = await admin.getByRole('heading', { level: 1 }).innerText();
  await act(name, t('machines.action.power-off'));
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: t('machines.action.power-off') })
    .click();
  await expect(admin.getByText(t('console.state.offline')).first()).toBeVisible();
  await menuOf(name).click();
  await expect(admin.getByRole('menuitem', { name: t('machines.action.reboot') })).toBeDisabled();
  await choose(t('machines.action.trigger-update'));
  await openTab(t('console.commands.title'));
  const update = t('console.command.trigger-update');
  await admin.getByRole('button', { name: t('machines.command.cancelOf', { command: update }) }).click();
  const command = admin.getByRole('listitem').filter({ hasText: update });
  await expect(command).toContainText(t('console.commandState.cancelled'));
});

test('the pending part of a bulk command is canceled, and its progress says so', async () => {
  await admin.goto(`${server.url}/manage/machines?state=offline`);
  await expect(rows()).toHaveCount(1);
  await admin.getByRole('checkbox', { name: t('machines.select.all') }).click();
  await bulk(t('machines.action.trigger-update'));
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: t('machines.action.trigger-update') })
    .click();
  const progress = admin.getByRole('region', { name: t('machines.progress.label') });
  await expect(progress).toContainText(t('machines.progress.done', { done: 0, total: 1 }));
  await admin.reload();
  await progress.getByRole('button', { name: t('machines.progress.cancel') }).click();
  await expect(progress).toContainText(t('machines.progress.cancelled', { count: 1 }));
  await progress.getByRole('button', { name: t('machines.progress.dismiss') }).click();
  await expect(progress).toHaveCount(0);
});

test('a machine that was shut down is woken by others of its network', async () => {
  const name = await firstName();
  await act(name, t('machines.action.wake'));
  await expect(admin.getByText(t('machines.action.wake.waits', { name }))).toBeVisible();
  await expect(rows()).toHaveCount(0);
  await admin.goto(`${server.url}/manage/machines?state=online`);
  await expect(rows().filter({ hasText: name })).toHaveCount(1);
  await openMachine(name);
  await openTab(t('console.commands.title'));
  const command = admin.getByRole('listitem').filter({ hasText: t('console.command.wake') });
  await expect(command).toContainText(t('console.commandState.succeeded'));
});

test('a software update is triggered, and the machine logs it', async () => {
  await goToMachines();
  const name = (await rows().nth(3).getByRole('link').innerText()).trim();
  await act(name, t('machines.action.trigger-update'));
  await openMachine(name);
  await openTab(t('console.logs.title'));
  const entry = admin.getByRole('listitem').filter({ hasText: t('console.log.SERVICINGD_UPDATE_RUN') });
  await expect(entry.first()).toBeVisible();
});

test('a factory reset asks for the name', async () => {
  await goToMachines();
  const name = (await rows().nth(4).getByRole('link').innerText()).trim();
  await act(name, t('machines.action.factory-reset'));
  const dialog = admin.getByRole('dialog');
  const typed = dialog.getByLabel(t('machines.action.factory-reset.label', { name }));
  await typed.fill('something else');
  await dialog.getByRole('button', { name: t('machines.action.factory-reset.submit') }).click();
  await expect(dialog).toContainText(t('machines.action.factory-reset.mismatch'));
  await typed.fill(name);
  await dialog.getByRole('button', { name: t('machines.action.factory-reset.submit') }).click();
  await expect(dialog).toHaveCount(0);
  await expect(rows().filter({ hasText: name })).toContainText(t('console.state.offline'));
});

test('the shell is refused until the organization allows it, and then responds', async () => {
  const name = (await rows().nth(5).getByRole('link').innerText()).trim();
  await act(name, t('machines.action.shell'));
  const dialog = admin.getByRole('dialog');
  await expect(dialog).toContainText(t('machines.shell.off'));
  await dialog.getByRole('button', { name: t('common.close') }).click();
  const [machine] = await api.machines();
  await api.send('PUT', `/organizations/${machine.organizationId}/settings`, { shellCommands: true });
  await act(name, t('machines.action.shell'));
  await dialog.getByLabel(t('machines.shell.label')).fill('uname');
  await dialog.getByRole('button', { name: t('machines.shell.run') }).click();
  await expect(dialog.getByRole('region', { name: t('machines.shell.output') })).toBeVisible();
  await dialog.getByRole('button', { name: t('common.close') }).click();
});

for (const deployment of ['flex', 'smartconference'] as const) {
  test(`a machine of the variant ${deployment} has a phone and a calendar of its own`, async () => {
    const [machine] = await api.machines();
    const { code } = await api.send<{ code: string }>(
      'POST',
      `/organization/${machine.organizationId}/enrollment-codes`,
      { profileId: machine.profileId, deployment: 'flex', uses: 1, validHours: 1 },
    );
    const phone = enrollVirtualMachines(server, 1, code);
    await admin.goto(`${server.url}/manage/machines/deployment/flex`);
    await expect(rows()).toHaveCount(1);
    const name = await firstName();
    if (deployment !== 'flex') await makeSmart(admin, name, deployment);
    await admin.goto(`${server.url}/manage/machines/deployment/${deployment}`);
    await openMachine(name);
    await openTab(t('machines.tab.settings'));
    const field = (key: string) => labeled(admin.getByRole('main'), t(key));
    await admin.getByRole('switch', { name: t('profile.machine-settings.sip.enabled.label') }).click();
    await field('profile.sip-account.user.label').fill('200');
    await admin.getByRole('button', { name: t('common.save') }).click();
    await expect(admin.getByRole('alertdialog', { name: t('console.faults.title') })).toBeVisible();
    await admin.getByRole('button', { name: t('console.faults.correct') }).click();
    await field('profile.sip-account.auth_pass.label').fill('s3cret-of-the-warehouse');
    await field('profile.sip-account.gateway.label').fill('pbx.company.example');
    await field('profile.machine-settings.calendar_integration.url.label').fill('https://calendar.company.example/');
    await field('profile.machine-settings.calendar_integration.username.label').fill('room-2@company.example');
    await field('profile.machine-settings.calendar_integration.password.label').fill('s3cret-of-the-room');
    await admin.getByRole('button', { name: t('common.save') }).click();
    await expect(admin.getByText(t('machines.settings.saved'))).toBeVisible();
    await admin.reload();
    await expect(field('profile.sip-account.user.label')).toHaveValue('200');
    await expect(field('profile.machine-settings.calendar_integration.username.label')).toHaveValue(
      'room-2@company.example',
    );
    expect(await admin.content()).not.toMatch(/s3cret-of/);
    await act(name, t('machines.remove'));
    const sure = admin.getByRole('alertdialog');
    await sure.getByRole('button', { name: t('machines.remove.submit') }).click();
    await phone.end();
  });
}
