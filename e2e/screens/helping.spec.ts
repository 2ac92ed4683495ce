import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { startTestEnvironment, type TestEnvironment } from '../kit/test-environment.ts';
import { speak, t } from '../kit/texts.ts';
import { picture, waitForScale } from './camera.ts';
import { readOptions } from './options.ts';
import { SAMPLE_DEFINITION } from './sample.ts';

/** Screenshots of remote help from the console, and of what the machine's user sees of it. */
const options = readOptions(process.env);
const DISPLAYS = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];
const SETTLE_MS = 1_500;
const ALARM = 'Feueralarm: Bitte verlassen Sie das Gebäude über die nördliche Treppe.';
const LONG_ALARM = Array.from({ length: 6 }, () => ALARM).join('\n');

test.describe.configure({ mode: 'default', timeout: 600_000 });

let environment: TestEnvironment;
let admin: Page;
let machineId: string;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  environment = await startTestEnvironment(browser, 'Reception');
  ({ admin } = environment);
  machineId = (await environment.api.machines())[0].id;
});
test.afterAll(() => environment?.dispose());

const button = (key: string) => admin.getByRole('button', { name: t(key), exact: true });

async function apply(isDark: boolean, consent: 'ask' | 'unattended', scale = 1): Promise<void> {
  const system = { customization: { 'global-dark-theme': isDark }, remote: { consent } };
  const customization = { scaling_factors: { ui_scaling_factor: scale } };
  const [profile] = await environment.api.profiles();
  await environment.api.merge(profile.id, { definition: { ...SAMPLE_DEFINITION, system } });
  await environment.api.merge(profile.id, { definition: { thinhoc: { customization } } });
  await environment.screen.locator(`html[data-theme="${isDark ? 'dark' : 'light'}"]`).waitFor();
}

function isNoticeShown(): boolean {
  const { display } = environment.machine;
  const windows = execFileSync('xwininfo', ['-display', display, '-root', '-children'], { encoding: 'utf8' });
  const [, id] = /(0x[0-9a-f]+) [^\n]*berth-notice[^\n]* 960x72/.exec(windows) ?? [];
  if (!id) return false;
  return execFileSync('xwininfo', ['-display', display, '-id', id], { encoding: 'utf8' }).includes('IsViewable');
}

/** The machine's whole display: the notice is a separate window. */
async function display(name: string): Promise<void> {
  await expect.poll(isNoticeShown).toBe(true);
  await admin.waitForTimeout(SETTLE_MS);
  await environment.machine.screenshot(join(options.folder, `helping-${name}.png`));
}

async function shot(name: string): Promise<void> {
  await picture(admin, { name: `helping-${name}` }, options);
  await speak(admin, 'eng');
  await admin.setViewportSize({ width: 1280, height: 720 });
}

async function ask(): Promise<void> {
  await admin.goto(`${environment.server.url}/manage/machines/${machineId}/remote`);
  await admin.getByLabel(t('remote.reason')).fill('The printer is missing');
}

test('remote control: requested, declined, announced on the machine', async () => {
  await ask();
  await shot('request');
  for (const theme of options.themes) {
    for (const language of options.languages) {
      await apply(theme === 'dark', 'ask');
      await speak(environment.screen, language);
      await ask();
      await button('remote.connect').click();
      await admin.getByText(t('remote.phase.asking', { machine: 'Reception' })).waitFor();
      await display(`asked-${language}-${theme}`);
      if (theme === options.themes[0] && language === options.languages[0]) await shot('asking');
      await admin.goto(`${environment.server.url}/manage/machines`);
      await apply(theme === 'dark', 'unattended');
      await ask();
      await button('remote.connect').click();
      await admin.locator('canvas').waitFor();
      await display(`active-${language}-${theme}`);
      await button('remote.end').click();
      await admin.getByText(t('remote.phase.left')).waitFor();
    }
  }
  await shot('left');
});

test('remote control: the screen, its tools, the shell', async () => {
  await apply(true, 'unattended');
  const [{ organizationId }] = await environment.api.machines();
  await environment.api.send('PUT', `/organizations/${organizationId}/settings`, { shellCommands: true });
  await ask();
  await button('remote.connect').click();
  await admin.locator('canvas').waitFor();
  await expect(admin.getByText(t('remote.phase.connecting', { machine: 'Reception' }))).toBeHidden();
  await admin.waitForTimeout(SETTLE_MS);
  await shot('viewer');
  await button('remote.end').click();
});

test('an emergency message covers what is open, short and long, enlarged as well', async () => {
  const { screen, api } = environment;
  const [{ organizationId }] = await api.machines();
  const message = screen.getByRole('alertdialog');
  for (const [name, msg] of Object.entries({ emergency: ALARM, 'emergency-long': LONG_ALARM })) {
    const batch = { type: 'notify', emergency: true, msg, machineIds: [machineId] };
    await api.send('POST', `/organization/${organizationId}/commands`, batch);
    await message.filter({ hasText: msg.slice(0, 20) }).waitFor();
    for (const scale of [1, 2]) {
      await apply(true, 'unattended', scale);
      await waitForScale(screen, scale);
      await picture(screen, { name: `helping-${name}-x${scale}` }, { ...options, sizes: DISPLAYS });
    }
    await message.getByRole('button').click();
  }
});
