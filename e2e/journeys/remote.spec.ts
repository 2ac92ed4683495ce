import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AuditEntry } from '@berth/contract/api/audit';
import { PROFILE_NAME_DEFAULT } from '@berth/contract/limits';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { type Site, startSite } from '../kit/site.ts';
import { GRACE, openConsole, startRegisteredMachine } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/**
 * An administrator helps a user from the console: the real TigerVNC on a machine's own X display, the server's relay,
 * noVNC in the administrator's browser. Serial, because all steps use one machine.
 */
test.describe.configure({ mode: 'serial' });

const exec = promisify(execFile);
const REASON = 'The printer is missing';
const RED = [200, 0, 0];
const GREEN = [0, 200, 0];
const BLUE = [0, 0, 200];
const PURPLE = [120, 0, 120];
/** A page whose color shows which keys were pressed on it. */
const COLORS = `<body style="margin:0;background:#c80000"><script>
  let typed = '';
  addEventListener('keydown', ({ key, ctrlKey, altKey }) => {
    if (key === 'Delete' && ctrlKey && altKey) document.body.style.background = '#780078';
    if (key !== 'g' && key !== 'b') return;
    if (!typed.includes(key)) typed += key;
    document.body.style.background = { g: '#00c800', b: '#0000c8' }[typed] ?? '#c8c800';
  });
</script>`;

let data: string;
let server: Server;
let machine: Machine;
let site: Site;
let admin: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  data = await mkdtemp(join(tmpdir(), 'berth-e2e-remote-'));
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(admin);
  await openConsole(admin, server);
  api = await apiOf(admin, server);
  await api.createProfile(PROFILE_NAME_DEFAULT);
  machine = await startRegisteredMachine(server, api, 'Reception', { data, more: ['--allow-shell'] });
  site = await startSite('Colors', COLORS);
});

test.afterAll(async () => {
  await admin?.context().close();
  await machine?.dispose();
  await server?.dispose();
  await site?.dispose();
  await rm(data, { recursive: true, force: true, maxRetries: 10 });
});

const x = async (command: string, ...args: string[]): Promise<string> => {
  const isWindowGone = (error: unknown) => String(error).includes('BadWindow');
  for (let attempt = 0; ; attempt++) {
    try {
      return (await exec(command, args, { env: { ...process.env, DISPLAY: machine.display } })).stdout.trim();
    } catch (error) {
      // A window closed while xdotool listed them: try again.
      if (attempt === 10 || !isWindowGone(error)) throw error;
    }
  }
};
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });
const region = (page: Page) => page.getByRole('region', { name: t('remote.screen', { machine: 'Reception' }) });
const canvas = (page: Page) => region(page).locator('canvas');
const said = (page: Page, key: string, by = '') =>
  expect(page.getByText(t(`remote.phase.${key}`, { machine: 'Reception', by }))).toBeVisible();

async function setProfile(definition: object): Promise<void> {
  const [first] = await api.profiles();
  await api.merge(first.id, { definition });
}

/** Opens the remote control dialog from the machine's menu. */
async function ask(page: Page, mode: 'control' | 'view' = 'control', shell = false): Promise<void> {
  await page.goto(`${server.url}/manage/machines`);
  await page.getByRole('button', { name: t('console.machine.actions', { name: 'Reception' }) }).click();
  await page.getByRole('menuitem', { name: t('machines.action.remote'), exact: true }).click();
  await page.getByLabel(t('remote.reason')).fill(REASON);
  await page.getByRole('radio', { name: t(`remote.mode.${mode}`) }).click();
  if (shell) await page.getByLabel(t('remote.withShell')).check();
  await button(page, 'remote.connect').click();
}

/** The notice window on the machine: its position on the screen, once its page is shown. */
async function notice(): Promise<{ readonly right: number; readonly middle: number }> {
  let found = '';
  const look = async () => {
    const args = ['search', '--onlyvisible', '--class', 'berth-notice', 'getwindowgeometry', '--shell', '%1'];
    found = await x('xdotool', ...args, 'getwindowname', '%1').catch(() => '');
    return found.split('\n').at(-1);
  };
  await expect.poll(look).toBe(t('remote.notice.title'));
  const value = (name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(found)?.[1]);
  return { right: value('X') + value('WIDTH'), middle: value('Y') + value('HEIGHT') / 2 };
}

/** Clicks the last button of the notice: to allow, and later to end. */
async function clickNotice(fromRight = 60): Promise<void> {
  const { right, middle } = await notice();
  await x('xdotool', 'mousemove', String(right - fromRight), String(Math.round(middle)), 'click', '1');
}

/** The color at the center of the remote screen in the console. */
const color = (page: Page) =>
  canvas(page).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data;
    return [...(pixels ?? [])].slice(0, 3);
  });
/** Whether the center of an image has about this color. */
const isNear = (picture: Locator, wanted: readonly number[]) =>
  picture.evaluate(async (element, [red, green, blue]) => {
    const image = element as HTMLImageElement;
    await image.decode();
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1);
    const found = [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
    return [red, green, blue].every((value = 0, at) => Math.abs(value - (found[at] ?? -99)) < 12);
  }, wanted);
const turns = (page: Page, wanted: readonly number[]) => expect.poll(() => color(page)).toEqual(wanted);

async function isApplied(): Promise<boolean> {
  const [{ desiredRevision, appliedRevision }] = await api.machines();
  return desiredRevision !== null && desiredRevision === appliedRevision;
}

async function openColors(): Promise<void> {
  const tile = machine.page.getByRole('button', { name: 'Colors', exact: true });
  await tile.click();
  await expect.poll(machine.frontWindow).toContain('Colors');
}

test('the machine’s user is asked, and the screen with its session is in the console; a key typed there changes it', async () => {
  await setProfile({
    thinhoc: { sessions: { webapp: [{ display_name: 'Colors', window_title: 'Colors', url: site.url }] } },
  });
  await openColors();
  await ask(admin);
  await said(admin, 'asking');
  await notice();
  await expect(canvas(admin)).toHaveCount(0);
  await clickNotice();
  await turns(admin, RED);
  await canvas(admin).click();
  // The click brought the session's window to the front: it receives keys from now on.
  await expect.poll(() => x('xdotool', 'getactivewindow', 'getwindowname')).toContain('Colors');
  await admin.keyboard.press('g');
  await turns(admin, GREEN);
});

test('the clipboard goes both ways when it is sent or fetched', async () => {
  const clipboard = admin.getByLabel(t('remote.clipboard'));
  await clipboard.fill('Grüße an die Печать');
  await button(admin, 'remote.clipboard.write').click();
  const copied = () => x('xclip', '-selection', 'clipboard', '-target', 'UTF8_STRING', '-out').catch(() => '');
  await expect.poll(copied).toBe('Grüße an die Печать');
  await clipboard.fill('');
  await button(admin, 'remote.clipboard.read').click();
  await expect(clipboard).toHaveValue('Grüße an die Печать');
});

test('a second administrator is told who is already connected', async () => {
  const second = await admin.context().newPage();
  await ask(second);
  await said(second, 'busy', GRACE.email);
  await turns(admin, GREEN);
  await second.close();
});

test('the machine’s user ends it, which the console says; start, end and reason are in the audit log', async () => {
  await clickNotice();
  await said(admin, 'ended');
  await expect(canvas(admin)).toBeHidden();
  const [{ organizationId }] = await api.machines();
  const remote = async () => {
    const entries = await api.send<AuditEntry[]>('GET', `/organizations/${organizationId}/audit`);
    return entries.filter(({ action }) => action.startsWith('machineActions.remote'));
  };
  await expect.poll(async () => (await remote()).map(({ action }) => action)).toContain('machineActions.remoteEnded');
  for (const { after } of await remote()) expect(after).toMatchObject({ reason: REASON, mode: 'control' });
});

test('the machine’s user allows, ends and declines with the keyboard alone, whichever window has the focus', async () => {
  // The previous connection may still be closing at the machine, which then replies "try again".
  await expect(async () => {
    await ask(admin);
    const asking = admin.getByText(t('remote.phase.asking', { machine: 'Reception', by: '' }));
    await expect(asking).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await notice();
  await x('xdotool', 'key', 'ctrl+alt+Return');
  await turns(admin, GREEN);
  await x('xdotool', 'key', 'ctrl+alt+Escape');
  await said(admin, 'ended');
  await ask(admin);
  await said(admin, 'asking');
  await notice();
  await x('xdotool', 'key', 'ctrl+alt+Escape');
  await said(admin, 'denied');
});

test('an unattended profile starts remote control right away; view mode sends no keys', async () => {
  await setProfile({ system: { remote: { consent: 'unattended' } } });
  await expect.poll(isApplied).toBe(true);
  await x('xdotool', 'search', '--name', 'Colors', 'windowactivate', '--sync', '%1', 'key', 'F5');
  await ask(admin, 'view');
  await turns(admin, RED);
  await canvas(admin).click();
  await admin.keyboard.press('g');
  await x('xdotool', 'key', 'b');
  await turns(admin, BLUE);
  await button(admin, 'remote.end').click();
  await said(admin, 'left');
  await expect.poll(() => x('xdotool', 'search', '--class', 'berth-notice').catch(() => '')).toBe('');
});

test('with the shell there is a terminal, and files go both ways; the organization has to allow it', async () => {
  await ask(admin, 'control', true);
  await expect(admin.getByText(t('remote.shell.refused'))).toBeVisible();
  const [{ organizationId }] = await api.machines();
  await api.send('PUT', `/organizations/${organizationId}/settings`, { shellCommands: true });
  await button(admin, 'remote.connect').click();
  await turns(admin, BLUE);
  await button(admin, 'remote.terminal').click();
  const terminal = admin.getByRole('region', { name: t('remote.terminal') });
  await terminal.getByRole('textbox').pressSequentially('echo $((6 * 7)) of $TERM; stty size\n');
  await expect(terminal).toContainText('42 of xterm-256color');
  await expect(terminal).toContainText(/20 \d{2,3}/);

  const [folder, content] = [await mkdtemp(join(tmpdir(), 'berth-files-')), randomBytes(3_000_000)];
  await button(admin, 'remote.files').click();
  const files = admin.getByRole('region', { name: t('remote.files') });
  const chooser = admin.waitForEvent('filechooser');
  await files.getByRole('button', { name: t('remote.files.file') }).click();
  await (await chooser).setFiles({ name: 'plan.bin', mimeType: 'application/octet-stream', buffer: content });
  await files.getByLabel(t('remote.files.folder')).fill(folder);
  await button(admin, 'remote.files.send').click();
  await expect(files.getByText(t('remote.files.sent', { path: `${folder}/plan.bin` }))).toBeVisible();
  expect((await readFile(`${folder}/plan.bin`)).equals(content)).toBe(true);

  await files.getByLabel(t('remote.files.path')).fill(`${folder}/plan.bin`);
  const download = admin.waitForEvent('download');
  await button(admin, 'remote.files.fetch').click();
  expect((await readFile(await (await download).path())).equals(content)).toBe(true);
  await files.getByLabel(t('remote.files.path')).fill(`${folder}/nothing`);
  await button(admin, 'remote.files.fetch').click();
  await expect(files.getByText(/ENOENT/)).toBeVisible();
  await rm(folder, { recursive: true });
  await button(admin, 'remote.end').click();
});

test('Ctrl+Alt+Del, full screen, actual size and one of several monitors', async () => {
  await x('xrandr', '--setmonitor', 'left', '800/100x720/100+0+0', 'screen');
  await x('xrandr', '--setmonitor', 'right', '480/100x720/100+800+0', 'none');
  await x('xdotool', 'search', '--name', 'Colors', 'windowactivate', '--sync', '%1', 'key', 'F5');
  await ask(admin);
  await turns(admin, RED);
  await button(admin, 'remote.ctrlAltDel').click();
  await turns(admin, PURPLE);

  const drawn = () => canvas(admin).evaluate((element) => element.getBoundingClientRect().width);
  await expect.poll(drawn).toBeLessThan(1280);
  await admin.getByRole('switch', { name: t('remote.fit') }).click();
  await expect.poll(drawn).toBe(1280);
  await admin.getByLabel(t('remote.monitor')).selectOption(t('remote.monitor.one', { number: 2 }));
  await region(admin).click();
  await expect.poll(() => x('xdotool', 'getmouselocation')).toMatch(/^x:10[34]\d y:3[56]\d /);

  await button(admin, 'remote.fullscreen').click();
  const filled = () => admin.evaluate(() => document.fullscreenElement?.getAttribute('aria-label'));
  await expect.poll(filled).toBe(t('remote.screen', { machine: 'Reception' }));
  await admin.evaluate(() => document.exitFullscreen());
  await button(admin, 'remote.end').click();
});

test('a killed screen server ends remote control at both ends, and it is opened again', async () => {
  await ask(admin);
  await turns(admin, PURPLE);
  await exec('pkill', ['-KILL', '-f', `tigervnc -display ${machine.display} `]);
  await said(admin, 'crashed');
  await expect.poll(() => x('xdotool', 'search', '--class', 'berth-notice').catch(() => '')).toBe('');
  await ask(admin);
  await turns(admin, PURPLE);
  await button(admin, 'remote.end').click();
});

test('an emergency message to the selected machines covers whatever is open there, until it is read', async () => {
  await x('xdotool', 'search', '--name', 'Colors', 'windowactivate', '--sync', '%1');
  await admin.goto(`${server.url}/manage/machines`);
  await admin.getByRole('checkbox', { name: t('machines.select.all') }).click();
  await button(admin, 'machines.bulk').click();
  await admin.getByRole('menuitem', { name: t('machines.bulk.emergency'), exact: true }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel(t('machines.action.notify.label')).fill('Leave the building by the north stairs');
  await dialog.getByRole('button', { name: t('machines.action.notify.submit'), exact: true }).click();
  const alarm = machine.page.getByRole('alertdialog', { name: t('screens.emergency.title') });
  await expect(alarm).toContainText('Leave the building by the north stairs');
  await expect.poll(machine.frontWindow).not.toContain('Colors');
  // A browser closes a dialog that refuses Escape at the third press.
  for (let times = 0; times < 5; times++) await machine.page.keyboard.press('Escape');
  // Whoever is typing as it appears does not confirm it.
  await machine.page.keyboard.press('Enter');
  await expect(alarm).toBeVisible();
  await machine.page.keyboard.press('Tab');
  await machine.page.keyboard.press('Enter');
  await expect(alarm).toBeHidden();
});

test('the console shows a live view of the screen where the profile allows it, and the audit log records the viewer', async () => {
  const [{ id, organizationId }] = await api.machines();
  await admin.goto(`${server.url}/manage/machines/${id}`);
  await expect(admin.getByText(t('machines.live.off'))).toBeVisible();
  await setProfile({ system: { remote: { live_view: true } } });
  await x('xdotool', 'search', '--name', 'Colors', 'windowactivate', '--sync', '%1');
  const picture = admin.getByRole('img', { name: t('machines.live.alt', { name: 'Reception' }) });
  await expect.poll(() => isNear(picture, PURPLE)).toBe(true);
  await admin.goto(`${server.url}/manage/machines?columns=screen`);
  await expect.poll(() => isNear(picture, PURPLE)).toBe(true);

  const entries = await api.send<AuditEntry[]>('GET', `/organizations/${organizationId}/audit`);
  expect(entries.filter(({ action }) => action === 'machineActions.screenViewed')).toHaveLength(1);
});

test('losing the machine midway is reported; once it is back without a shell, its refusal is reported, too', async () => {
  await ask(admin);
  await expect(canvas(admin)).toBeVisible();
  await machine.cutPower();
  await said(admin, 'cut');
  machine = await startMachine(server.url, undefined, { data });
  await expect.poll(async () => (await api.machines())[0].online).toBe(true);
  await ask(admin, 'control', true);
  await expect(admin.getByText(t('remote.shell.forbidden', { machine: 'Reception' }))).toBeVisible();
  await expect(button(admin, 'remote.terminal')).toHaveCount(0);
});

test('the form appears once the user’s role is known, so that its button stays where it is', async () => {
  const [{ id }] = await api.machines();
  const role = Promise.withResolvers<void>();
  await admin.route(/\/api\/organizations(?:\?|$)/, async (route) => {
    await role.promise;
    await route.continue();
  });
  await admin.goto(`${server.url}/manage/machines/${id}/remote`);
  await admin.getByRole('link', { name: 'Reception' }).waitFor();
  await expect(button(admin, 'remote.connect')).toHaveCount(0);
  role.resolve();
  await expect(button(admin, 'remote.connect')).toBeVisible();
  await expect(admin.getByLabel(t('remote.withShell'))).toBeVisible({ timeout: 1 });
  await admin.unroute(/\/api\/organizations(?:\?|$)/);
});

test('without Pro, the console says what remote control requires', async () => {
  const [{ id, organizationId }] = await api.machines();
  await api.send('GET', `/organizations/${organizationId}/mgmt-tier?mgmtTier=free`);
  await admin.goto(`${server.url}/manage/machines/${id}/remote`);
  await admin.getByLabel(t('remote.reason')).fill(REASON);
  await button(admin, 'remote.connect').click();
  await expect(admin.getByRole('alertdialog', { name: t('console.dialog.upgrade.title') })).toBeVisible();
});
