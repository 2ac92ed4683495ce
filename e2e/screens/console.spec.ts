import { expect, test } from '@playwright/test';
import { type Site, startSite } from '../kit/site.ts';
import { t } from '../kit/texts.ts';
import { picture } from './camera.ts';
import { fill } from './filling.ts';
import { readOptions } from './options.ts';
import { type SampleConsole, startSampleConsole } from './sample-console.ts';

/** Screenshots of the console's pages with sixty machines, people, credits and history. */
const options = readOptions(process.env);
const MACHINES = 60;

test.describe.configure({ mode: 'default', timeout: 600_000 });

let stage: SampleConsole;
let site: Site;
let pages: Readonly<Record<string, string>>;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  stage = await startSampleConsole(browser, MACHINES);
  site = await startSite('Events');
  pages = await fill(stage, new URL('/hooks/machines', site.url).href);
});
test.afterAll(async () => {
  await stage?.dispose();
  await site?.dispose();
});

async function open(path: string): Promise<void> {
  await stage.page.setViewportSize({ width: 1280, height: 720 });
  await stage.page.goto(stage.server.url + path);
  await stage.page.getByRole('heading', { level: 1 }).waitFor();
  await expect(stage.page.locator('[aria-busy=true]')).toHaveCount(0);
}

const NAMES = [
  'organizations',
  'organization',
  'overview',
  'machines',
  'machine',
  'machine-logs',
  'machine-commands',
  'machine-inventory',
  'machine-history',
  'machine-settings',
  'os',
  'profiles',
  'rollouts',
  'rollout',
  'schedules',
  'enrollment',
  'members',
  'login-settings',
  'credits',
  'credits-buy',
  'invoices',
  'audit-log',
  'api-keys',
  'webhooks',
  'webhook',
  'account',
  'open-invoices',
  'server',
  'profile',
  'profile-history',
  'catalog',
  'share',
  'demo',
  'login-error',
];

for (const name of NAMES) {
  test(name, async () => {
    await open(pages[name] ?? '/');
    await picture(stage.page, { name: `console-${name}` }, options);
    const whole = stage.page.getByRole('main');
    for (const size of options.sizes) {
      await stage.page.setViewportSize(size);
      const isTall = await stage.page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 40);
      if (!isTall) continue;
      await picture(stage.page, { name: `console-${name}-whole`, part: whole }, { ...options, sizes: [size] });
    }
  });
}

test('recovery key', async () => {
  const received = {
    recoveryKey: 'hvrlcdtb-fgkunire-jlgbtkiv-hdrvcuef-nirefgku-tkivjlgb-cdtbhvrl-cuefhdrv',
    receivedAt: '2026-11-24T08:12:00.000Z',
  };
  await stage.page.route('**/recovery-key', (call) => call.fulfill({ json: received }));
  await open(pages['machine-inventory'] ?? '/');
  const show = stage.page.getByRole('button', { name: t('machines.recoveryKey.show'), exact: true });
  await show.click();
  await picture(stage.page, { name: 'console-recovery-key-ask' }, options);
  await stage.page.getByRole('dialog').getByRole('button').last().click();
  await stage.page.getByText(received.recoveryKey).first().waitFor();
  await picture(stage.page, { name: 'console-recovery-key' }, options);
});

test('preview', async () => {
  await open(`/manage/profile/${stage.profiles.day}?form=sessions/webapp`);
  await stage.page.getByRole('button', { name: t('console.preview.show'), exact: true }).click();
  await stage.page.frameLocator('iframe').getByRole('button', { name: 'Timetable' }).waitFor();
  await picture(stage.page, { name: 'console-preview' }, options);
});
