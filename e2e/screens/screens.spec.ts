import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import { type Browser, type Page, test } from '@playwright/test';
import { type Api, apiOf } from '../kit/api.ts';
import { comeAlongside, settleIn } from '../kit/harbour.ts';
import { type Machine, startMachine } from '../kit/machine.ts';
import { type Server, startServer } from '../kit/server.ts';
import { speak, speakEnglish } from '../kit/texts.ts';
import { SAMPLE_DEFINITION } from './sample.ts';

/** Pictures of every screen, to be looked at: `npm run screenshots` writes them to screenshots/, which git ignores. */
const FOLDER = join(import.meta.dirname, '../../screenshots');
const SCHEMES = ['light', 'dark'] as const;
const LANGUAGES = ['deu', 'eng'] as const;
const SETTLE_MS = 400;

const FORMS = [...Object.keys(SETTINGS_FORMS).filter((id) => !/^(machine|organization)\//.test(id)), 'history'];

test.describe.configure({ mode: 'serial' });

let server: Server;
let machine: Machine;
let admin: Page;
let api: Api;

test.beforeAll(async ({ browser }) => {
  await mkdir(FOLDER, { recursive: true });
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  admin = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await speakEnglish(admin);
});

test.afterAll(async () => {
  await admin?.context().close();
  await machine?.dispose();
  await server?.dispose();
});

test('first boot', async () => {
  await settleIn(admin, server);
  machine = await startMachine(server.url, '1920x1080');
  await comeAlongside(machine, 'Reception', async (step) => {
    await machine.page.waitForTimeout(SETTLE_MS);
    await machine.screenshot(join(FOLDER, `first-boot-${step}.png`));
  });
  api = await apiOf(admin, server);
});

test('home screen', async () => {
  const { page } = machine;
  await page.waitForTimeout(SETTLE_MS);
  await machine.screenshot(join(FOLDER, 'home-empty.png'));
  const [profile] = await api.profiles();
  for (const scheme of SCHEMES) {
    const dark = { system: { customization: { 'global-dark-theme': scheme === 'dark' } } };
    await api.merge(profile.id, { definition: { ...SAMPLE_DEFINITION, ...dark } });
    for (const language of LANGUAGES) {
      await speak(page, language);
      await page.waitForTimeout(SETTLE_MS);
      await machine.screenshot(join(FOLDER, `home-${language}-${scheme}-1920.png`));
    }
  }
});

test('console', async ({ browser }) => {
  test.setTimeout(900_000);
  const [profile] = await api.profiles();
  const [device] = await api.machines();
  const screens: readonly (readonly [string, string])[] = [
    ['organizations', '/manage/org/select'],
    ['organization', `/manage/org/${profile.organizationId}`],
    ['machines', '/manage/machines'],
    ['machine', `/manage/machines/${device.id}`],
    ['members', '/manage/users'],
    ['login-settings', '/manage/authentication'],
    ['credits', '/manage/billing'],
    ['credits-buy', '/manage/billing?tab=buy'],
    ['invoices', '/manage/billing?tab=invoices'],
    ['audit-log', '/manage/audit'],
    ['api-keys', '/manage/api-keys'],
    ['webhooks', '/manage/webhooks'],
    ['account', '/manage/account'],
    ...FORMS.map(
      (form) => [`profile-${form.replaceAll('/', '-')}`, `/manage/profile/${profile.id}?form=${form}`] as const,
    ),
  ];
  for (const [width, height] of [
    [1280, 720],
    [360, 740],
  ] as const) {
    const page = await sameSession(browser, width, height);
    for (const language of LANGUAGES) {
      await speak(page, language);
      for (const [name, path] of screens) {
        await page.goto(server.url + path);
        await page.waitForLoadState('networkidle');
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.waitForTimeout(SETTLE_MS / 2);
          await page.screenshot({ path: join(FOLDER, `console-${name}-${language}-${colorScheme}-${width}.png`) });
        }
      }
    }
    await page.context().close();
  }
});

/** A page of another size with the same person signed in: the token lives in the tab's session storage. */
async function sameSession(browser: Browser, width: number, height: number): Promise<Page> {
  const storage = await admin.evaluate(() => ({ session: { ...sessionStorage }, local: { ...localStorage } }));
  const context = await browser.newContext({
    viewport: { width, height },
    storageState: await admin.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto(`${server.url}/openapi.json`);
  await page.evaluate(({ session, local }) => {
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, String(value));
    for (const [key, value] of Object.entries(local)) localStorage.setItem(key, String(value));
  }, storage);
  return page;
}
