import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { AuditEntry } from '@berth/contract/api/audit';
import { expect, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { comeAlongside, GRACE, settleIn } from '../kit/harbour.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { type Site, startSite } from '../kit/site.ts';
import { speakEnglish, t } from '../kit/texts.ts';

/**
 * An administrator helps somebody from the console: the real TigerVNC on a machine's own X display, the server's relay,
 * noVNC in the administrator's browser. Serial, because it is one visit after the other to one machine.
 */
test.describe.configure({ mode: 'serial' });

const exec = promisify(execFile);
const REASON = 'The printer is missing';
const RED = [200, 0, 0];
const GREEN = [0, 200, 0];
const BLUE = [0, 0, 200];
/** A page that shows by its colour which keys were pressed on it. */
const COLOURS = `<body style="margin:0;background:#c80000"><script>
  let typed = '';
  addEventListener('keydown', ({ key }) => {
    if (key !== 'g' && key !== 'b') return;
    if (!typed.includes(key)) typed += key;
    document.body.style.background = { g: '#00c800', b: '#0000c8' }[typed] ?? '#c8c800';
  });
</script>`;

let server: Server;
let machine: Machine;
let site: Site;
let admin: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(admin);
  await settleIn(admin, server);
  machine = await startMachine(server.url);
  await comeAlongside(machine, 'Reception');
  api = await apiOf(admin, server);
  site = await startSite('Colours', COLOURS);
});

test.afterAll(async () => {
  await admin?.context().close();
  await machine?.dispose();
  await server?.dispose();
  await site?.dispose();
});

const x = async (command: string, ...args: string[]): Promise<string> =>
  (await exec(command, args, { env: { ...process.env, DISPLAY: machine.display } })).stdout.trim();
const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true });
const canvas = (page: Page) =>
  page.getByRole('region', { name: t('remote.screen', { machine: 'Reception' }) }).locator('canvas');
const said = (page: Page, key: string, by = '') =>
  expect(page.getByText(t(`remote.phase.${key}`, { machine: 'Reception', by }))).toBeVisible({ timeout: 30_000 });

async function setProfile(definition: object): Promise<void> {
  const [first] = await api.profiles();
  await api.merge(first.id, { definition });
}

/** From the machine's menu to the request. */
async function ask(page: Page, mode: 'control' | 'view' = 'control'): Promise<void> {
  await page.goto(`${server.url}/manage/machines`);
  await page.getByRole('button', { name: t('console.machine.actions', { name: 'Reception' }) }).click();
  await page.getByRole('menuitem', { name: t('machines.remote'), exact: true }).click();
  await page.getByLabel(t('remote.reason')).fill(REASON);
  await page.getByRole('radio', { name: t(`remote.mode.${mode}`) }).click();
  await button(page, 'remote.connect').click();
}

/** The notice's window on the machine: its place on the screen, once its page is shown. */
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

/** The colour in the middle of the picture that the console shows. */
const colour = (page: Page) =>
  canvas(page).evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const pixels = (element as HTMLCanvasElement).getContext('2d')?.getImageData(width / 2, height / 2, 1, 1).data;
    return [...(pixels ?? [])].slice(0, 3);
  });
const turns = (page: Page, wanted: readonly number[]) => expect.poll(() => colour(page)).toEqual(wanted);

async function isApplied(): Promise<boolean> {
  const [{ desiredRevision, appliedRevision }] = await api.machines();
  return desiredRevision !== null && desiredRevision === appliedRevision;
}

async function openColours(): Promise<void> {
  const tile = machine.page.getByRole('button', { name: 'Colours', exact: true });
  await tile.click();
  await expect.poll(machine.frontWindow).toContain('Colours');
}

test('the machine’s user is asked, and the screen with its session is in the console; a key typed there changes it', async () => {
  await setProfile({
    thinhoc: { sessions: { webapp: [{ display_name: 'Colours', window_title: 'Colours', url: site.url }] } },
  });
  await openColours();
  await ask(admin);
  await said(admin, 'asking');
  await notice();
  await expect(canvas(admin)).toHaveCount(0);
  await clickNotice();
  await turns(admin, RED);
  await canvas(admin).click();
  // The click brought the session's window to the front: keys go there from now on.
  await expect.poll(() => x('xdotool', 'getactivewindow', 'getwindowname')).toContain('Colours');
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

test('a second administrator is told who is there already', async () => {
  const second = await admin.context().newPage();
  await ask(second);
  await said(second, 'busy', GRACE.email);
  await turns(admin, GREEN);
  await second.close();
});

test('the machine’s user ends it, which the console says; beginning, end and reason are in the audit log', async () => {
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

test('who is declined is told', async () => {
  await ask(admin);
  await said(admin, 'asking');
  await clickNotice(200);
  await said(admin, 'denied');
});

test('where the profile says that nobody sits there it begins at once; who only watches presses no keys', async () => {
  await setProfile({ system: { remote: { consent: 'unattended' } } });
  await expect.poll(isApplied).toBe(true);
  await x('xdotool', 'search', '--name', 'Colours', 'windowactivate', '--sync', '%1', 'key', 'F5');
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

test('the machine’s end in the middle is said', async () => {
  await ask(admin);
  await turns(admin, BLUE);
  await machine.cutPower();
  await said(admin, 'cut');
});
