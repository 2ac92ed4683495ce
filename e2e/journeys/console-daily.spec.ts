import { LANGUAGES } from '@berth/contract/rules/languages';
import type { Running } from '@berth/testing/process';
import { expect, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { startVirtualMachines } from '../kit/fleet.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { speak, t } from '../kit/texts.ts';

/** An administrator's daily work with three machines, which are offline. */
test.describe.configure({ mode: 'serial' });

let stack: TestConsole;
let fleet: Running | undefined;

test.beforeAll(async ({ browser }) => {
  stack = await startTestConsole(browser, 'Reception');
  fleet = await startVirtualMachines(stack.server, stack.api, 3);
  const applied = async () => (await stack.api.machines()).map(({ appliedRevision }) => appliedRevision);
  await expect.poll(applied).toEqual([1, 1, 1]);
  await fleet.end();
  const [first, second, third] = await stack.api.machines();
  await stack.api.nameMachine(first.id, 'Front desk');
  await stack.api.nameMachine(second?.id ?? '', 'Room 7');
  await stack.api.nameMachine(third?.id ?? '', 'Ward 3');
});

test.afterAll(async () => {
  await fleet?.end();
  await stack?.dispose();
});

/** Opens a page of the console and waits for its heading. */
async function open(path: string, heading: string): Promise<void> {
  await stack.page.goto(stack.server.url + path);
  await expect(stack.page.getByRole('heading', { name: t(heading), level: 1 })).toBeVisible();
}

test('the overview names the machines that need attention, and every number leads to its machines', async () => {
  const { page, api, profile } = stack;
  await api.merge(profile, { definition: { system: { accessibility: { osk_enabled: true } } } });
  await open('/manage/overview', 'machines.dashboard.title');
  const main = page.getByRole('main');
  const outdated = main.getByRole('listitem').filter({ hasText: t('machines.need.behind') });
  for (const name of ['Front desk', 'Room 7', 'Ward 3']) {
    await expect(outdated.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await outdated.getByRole('link', { name: `3 ${t('machines.need.behind')}` }).click();
  await expect(page).toHaveURL(/\/manage\/machines\?need=behind$/);
  await expect(main.getByRole('link', { name: 'Ward 3' })).toBeVisible();
  await page.goBack();
  await main.getByRole('link', { name: '3 offline' }).click();
  await expect(main.getByRole('link', { name: 'Room 7' })).toBeVisible();
  // Read aloud without the dot after it.
  await expect(main.getByRole('link', { name: '3 offline', exact: true })).toBeVisible();
  await page.goBack();
  await main.getByRole('link', { name: 'simulator 3' }).click();
  await expect(page).toHaveURL(/version=simulator/);
  await expect(main.getByRole('combobox', { name: t('machines.column.version') })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Front desk' })).toBeVisible();
});

test('the overview shows rollouts in progress, and who changed what', async () => {
  const { page, api, profile } = stack;
  const definition = { system: { accessibility: { osk_enabled: false } } };
  await api.send('POST', `/profiles/${profile}/rollouts`, { definition, groups: [{ percent: 50 }] });
  await open('/manage/overview', 'machines.dashboard.title');
  const main = page.getByRole('main');
  const changes = main.getByRole('listitem').filter({ hasText: t('audit.action.rollouts.start') });
  await expect(changes).toContainText('grace');
  await expect(changes.getByRole('link', { name: 'Reception' })).toBeVisible();
  await expectAccessible(page);
  const rollout = main.getByRole('link', { name: t('machines.dashboard.rollout', { name: 'Reception', revision: 3 }) });
  await rollout.click();
  await page.getByRole('button', { name: t('rollouts.cancel') }).click();
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: t('rollouts.cancel') })
    .click();
  await expect(page.getByText(t('rollouts.state.returned'), { exact: true }).first()).toBeVisible();
  await open('/manage/overview', 'machines.dashboard.title');
  await expect(main.getByRole('heading', { name: t('machines.dashboard.versions') })).toBeVisible();
  await expect(main.getByRole('heading', { name: t('machines.dashboard.rollouts') })).toHaveCount(0);
});

test('profiles are a table with their machines, online and outdated ones, and the last change', async () => {
  const { page } = stack;
  await open('/manage/profiles', 'console.profiles.title');
  const row = page.getByRole('table', { name: t('console.profiles.title') }).getByRole('row', { name: /Reception/ });
  await expect(row.getByRole('link', { name: '3', exact: true }).first()).toHaveAttribute(
    'href',
    /profile=.+&seen=all/,
  );
  await expect(row).toContainText('grace@company.example');
  await expectAccessible(page);
  await row.locator('a[href*="need=behind"]').click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Ward 3' })).toBeVisible();
});

test('a CSV file is checked first, with an error for each wrong cell, and then imported as a whole', async () => {
  const { page, api } = stack;
  const [desk, room] = await api.machines();
  await open('/manage/machines', 'console.machines.title');
  await page.getByRole('button', { name: t('machines.import') }).click();
  const dialog = page.getByRole('dialog', { name: t('machines.import') });
  const chooseFile = async (buffer: Buffer): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: t('machines.import.choose') }).click();
    await (await chooser).setFiles({ name: 'machines.csv', mimeType: 'text/csv', buffer });
  };
  const choose = (rows: readonly string[]) => chooseFile(Buffer.from(['id,name,tags,profile', ...rows].join('\n')));
  await chooseFile(Buffer.from(`id;name\n${desk.id};Küche\n`, 'latin1'));
  await expect(dialog.getByRole('row', { name: /Küche/ })).toBeVisible();
  await expect(dialog.getByText(t('machines.import.assumed', { encoding: 'Windows-1252' }))).toBeVisible();
  await chooseFile(Buffer.from('PK\x03\x04\0'));
  await expect(dialog.getByText('Küche')).toHaveCount(0);
  const refusal = page.getByRole('alertdialog').filter({ hasText: t('machines.import.notText') });
  await refusal.getByRole('button', { name: t('common.ok') }).click();
  await choose([`${desk.id},Main entrance,,`, `${room?.id},,lobby not!allowed,Nowhere`]);
  const rows = dialog.getByRole('row');
  await expect(rows.nth(1)).toContainText(t('machines.import.rule.tag-invalid', { value: 'not!allowed', max: 32 }));
  await expect(rows.nth(2)).toContainText(t('machines.import.rule.profile-unknown', { value: 'Nowhere' }));
  await expect(dialog.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await choose([`${desk.id},Main entrance,,`, `${room?.id},,lobby,`]);
  await expect(dialog.getByRole('row', { name: /Main entrance/ })).toBeVisible();
  expect((await api.machines()).map(({ name }) => name)).not.toContain('Main entrance');
  await dialog.getByRole('button', { name: 'Change 2 machines' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Main entrance' })).toBeVisible();
  expect((await api.machines()).flatMap(({ tags }) => tags)).toEqual(['lobby']);
  await page.getByRole('button', { name: t('console.undo'), exact: true }).click();
  await expect(page.getByRole('main').getByRole('link', { name: desk.name, exact: true })).toBeVisible();
  expect((await api.machines()).flatMap(({ tags }) => tags)).toEqual([]);
});

test('the audit log groups what was done to many machines, links to each, and leaves out machine reports', async () => {
  const { page, api } = stack;
  const [{ organizationId }] = await api.machines();
  const ids = (await api.machines()).map(({ id }) => id);
  await api.send('POST', `/organization/${organizationId}/commands`, {
    type: 'notify',
    msg: 'The printer works again.',
    machineIds: ids,
  });
  await open('/manage/audit', 'audit.title');
  const entries = page.getByRole('list', { name: t('audit.entries') }).first();
  await expect(page.getByRole('combobox', { name: t('audit.actor') })).toHaveValue('');
  await expect(entries.getByText(t('audit.action.commands.finished'))).toHaveCount(0);
  const message = entries
    .getByRole('listitem')
    .filter({ hasText: t('console.command.notify') })
    .first();
  await expect(message).toContainText('3 machines');
  await message.getByRole('button').click();
  const results = message.getByRole('list', { name: t('audit.results') });
  await expect(results.getByRole('link')).toHaveText([/./, /./, /./]);
  const renamed = entries
    .getByRole('listitem')
    .filter({ hasText: t('audit.action.machines.rename') })
    .filter({ hasText: '3 machines' })
    .first();
  await renamed.getByRole('button').first().click();
  await expect(renamed.getByRole('link')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByLabel(t('audit.search')).fill('Ward 3');
  await expect(entries.getByRole('link', { name: 'Ward 3' }).first()).toBeVisible();
  await expect(entries.getByText(t('console.command.notify'))).toHaveCount(0);
  await entries.getByRole('link', { name: 'Ward 3' }).first().click();
  await expect(page.getByRole('heading', { name: 'Ward 3', level: 1 })).toBeVisible();
});

test('a machine’s page shows value by value what differs from its profile', async () => {
  const { page } = stack;
  await open('/manage/machines', 'console.machines.title');
  await page.getByRole('main').getByRole('link', { name: 'Ward 3' }).click();
  const row = page.getByRole('row').filter({ hasText: t('profile.system.accessibility.osk_enabled.label') });
  await expect(row.getByRole('cell')).toHaveText([t('console.history.off'), t('console.history.on')]);
  await expectAccessible(page);
});

test('a machine is dragged to a profile by its name', async () => {
  const { page, api } = stack;
  const { id } = await api.createProfile('Kiosk');
  await open('/manage/machines', 'console.machines.title');
  const machine = page.getByRole('main').getByRole('link', { name: 'Ward 3' });
  await machine.hover();
  await page.mouse.down();
  await page.mouse.move(400, 500, { steps: 5 });
  const drop = page.getByRole('region', { name: 'Move 1 machine to a profile' });
  await drop.getByRole('listitem').filter({ hasText: 'Kiosk' }).hover();
  await page.mouse.up();
  await expect(drop).toHaveCount(0);
  const profileOfWard = async () => (await api.machines()).find(({ name }) => name === 'Ward 3')?.profileId;
  await expect.poll(profileOfWard).toBe(id);
  await page.getByRole('button', { name: t('console.undo') }).click();
  await expect.poll(profileOfWard).toBe(stack.profile);
});

test('the counts of the filters agree with the list', async () => {
  const { page, api } = stack;
  const kiosk = (await api.profiles()).find(({ name }) => name === 'Kiosk')?.id;
  const [first, second] = await api.machines();
  for (const { id } of [first, second ?? first]) await api.send('PUT', `/machines/${id}/tags`, { tags: ['counter'] });
  await api.send('PATCH', `/machines/${first.id}/profile`, { profileId: kiosk });
  await open('/manage/machines', 'console.machines.title');
  const filter = (name: string) => page.getByLabel(t(name), { exact: true });
  const rows = page.getByRole('table', { name: t('console.machines.title') }).locator('tbody tr');
  await filter('console.column.profile').selectOption('Kiosk');
  await expect(filter('machines.filter.tag')).toContainText('counter (1)');
  for (const name of ['machines.filter.tag', 'console.column.state']) {
    const options = await filter(name).locator('option').allInnerTexts();
    for (const [index, text] of options.entries()) {
      const count = /\((\d+)\)$/.exec(text)?.[1];
      if (count === undefined) continue;
      await filter(name).selectOption({ index });
      await expect(rows, text).toHaveCount(Number(count));
    }
    await filter(name).selectOption('');
  }
  await api.send('PATCH', `/machines/${first.id}/profile`, { profileId: stack.profile });
});

test('a change is not undone once somebody has changed the same', async () => {
  const { page, api } = stack;
  const { id } = (await api.machines()).find(({ name }) => name === 'Ward 3') ?? {};
  await open('/manage/machines', 'console.machines.title');
  await page.getByRole('button', { name: t('console.machine.actions', { name: 'Ward 3' }) }).click();
  await page.getByRole('menuitem', { name: t('common.rename') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(t('common.name')).fill('Aisle 1');
  await dialog.getByRole('button', { name: t('common.rename') }).click();
  const undo = page.getByRole('status').getByRole('button', { name: t('console.undo') });
  await undo.waitFor();
  await api.send('PATCH', `/machines/${id}/name`, { name: 'Aisle 2' });
  await undo.click();
  const told = page.getByRole('alertdialog', { name: t('console.undo.changed.title') });
  await told.getByRole('button', { name: t('common.ok') }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Aisle 2' })).toBeVisible();
  await api.send('PATCH', `/machines/${id}/name`, { name: 'Ward 3' });
});

test('a change is undone from the history, where the value is still the one it made', async () => {
  const { page, api } = stack;
  const { id } = (await api.machines()).find(({ name }) => name === 'Ward 3') ?? {};
  for (const name of ['Aisle 1', 'Aisle 2']) await api.send('PATCH', `/machines/${id}/name`, { name });
  await page.goto(`${stack.server.url}/manage/machines/${id}?tab=history`);
  const entries = page.getByRole('list', { name: t('audit.entries') }).getByRole('listitem');
  const expand = async (index: number) => {
    await entries.nth(index).getByRole('button', { expanded: false }).click();
    return entries.nth(index);
  };
  await expect(await expand(1)).toContainText(t('audit.undo.changed'));
  await expect(entries.nth(0).getByRole('button', { expanded: false })).toBeVisible();
  await expectAccessible(page);
  await (await expand(0)).getByRole('button', { name: t('audit.undo') }).click();
  await expect(page.getByRole('heading', { name: 'Aisle 1', level: 1 })).toBeVisible();
  await api.send('PATCH', `/machines/${id}/name`, { name: 'Ward 3' });
});

test('rows of the machines list can be higher, also after a reload', async () => {
  const { page } = stack;
  await open('/manage/machines', 'console.machines.title');
  const row = page.getByRole('row').filter({ hasText: 'Ward 3' });
  await expect(row).toHaveCSS('height', '36px');
  await page.getByRole('button', { name: t('machines.columns') }).click();
  await page.getByRole('menuitemcheckbox', { name: t('machines.comfortable') }).click();
  await expect(row).toHaveCSS('height', '44px');
  await page.reload();
  await expect(row).toHaveCSS('height', '44px');
});

test('filters of the machines list are not cut at 1280 px in any language', async () => {
  const { page } = stack;
  await open('/manage/machines?state=reboot-needed&need=rebootNeeded', 'console.machines.title');
  for (const language of LANGUAGES) {
    await speak(page, language);
    const cut = await page.locator('main select').evaluateAll((selects) =>
      (selects as HTMLSelectElement[]).flatMap((select) => {
        const free = select.cloneNode(true) as HTMLSelectElement;
        free.value = select.value;
        free.style.cssText = 'position: absolute; max-width: none; width: auto';
        select.parentElement?.append(free);
        const isCut = free.offsetWidth > select.offsetWidth + 1;
        free.remove();
        return isCut ? [select.selectedOptions[0]?.text] : [];
      }),
    );
    expect(cut, language).toEqual([]);
  }
  await speak(page, 'eng');
});

test('the palette finds machines by tag and IP address, settings, and actions on the open machine', async () => {
  const { page, api, server } = stack;
  const palette = page.getByRole('dialog', { name: t('palette.title') });
  const find = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(text);
  };
  const option = (name: string | RegExp) => palette.getByRole('option', { name });
  fleet = await startVirtualMachines(server, api, 1);
  const connected = async () => (await api.machines()).find(({ online }) => online);
  await expect.poll(async () => (await connected())?.ipAddress).toEqual(expect.any(String));
  const machine = await connected();
  await api.send('PUT', `/machines/${machine?.id}/tags`, { tags: ['lobby'] });
  await open('/manage/overview', 'machines.dashboard.title');
  await find('lobby');
  await expect(option(/lobby$/)).toBeVisible();
  await page.keyboard.press('Escape');
  // Enter does not wait for the result, and opens it all the same.
  await find(machine?.ipAddress ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/manage/machines/${machine?.id}`));
  await page.getByRole('heading', { name: machine?.name ?? '', level: 1 }).waitFor();
  await find('reboot');
  await expect(option(new RegExp(t('machines.action.reboot')))).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText(t('machines.action.reboot.title', { name: machine?.name ?? '' }));
  await confirmation.getByRole('button', { name: t('machines.action.reboot') }).click();
  await expect(page.getByText(t('machines.action.reboot.done', { name: machine?.name ?? '' }))).toBeVisible();
  await find('Wi-Fi');
  await expect(option(/Wi-Fi/).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/manage/profile/${machine?.profileId}\\?form=network`));
  await find(t('profile.system.accessibility.osk_enabled.label'));
  await option(new RegExp(t('profile.system.accessibility.osk_enabled.label')))
    .first()
    .click();
  await expect(page).toHaveURL(/form=accessibility/);
});

test('a note on a machine is found by a search, and its removal is undone', async () => {
  const { page } = stack;
  const main = page.getByRole('main');
  const write = async (text: string): Promise<void> => {
    await main.getByRole('button', { name: t('machines.note.edit') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('machines.note'), { exact: true }).fill(text);
    await dialog.getByRole('button', { name: t('common.save') }).click();
  };
  await open('/manage/machines', 'console.machines.title');
  await main.getByRole('link', { name: 'Room 7', exact: true }).click();
  await write('By the window\nAsset 0815');
  await expect(main.getByText('By the window')).toBeVisible();
  await open('/manage/machines', 'console.machines.title');
  await main.getByRole('searchbox', { name: t('console.machines.search') }).fill('asset 0815');
  await expect(main.getByRole('link', { name: 'Ward 3' })).toHaveCount(0);
  await main.getByRole('link', { name: 'Room 7', exact: true }).click();
  await write('');
  await expect(main.getByText(t('machines.note.none'))).toBeVisible();
  await page.getByRole('button', { name: t('console.undo'), exact: true }).click();
  await expect(main.getByText('Asset 0815')).toBeVisible();
});
