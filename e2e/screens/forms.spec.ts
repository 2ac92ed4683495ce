import { SETTINGS_FORMS } from '@berth/contract/profile/forms/all';
import { type Locator, test } from '@playwright/test';
import { picture } from './camera.ts';
import { readOptions } from './options.ts';
import { type SampleConsole, startSampleConsole } from './sample-console.ts';

/**
 * Screenshots of every settings form at full height: with all fields set and all list entries open, in a fresh profile,
 * and with errors.
 */
const options = readOptions(process.env);
const FORMS = Object.entries(SETTINGS_FORMS).flatMap(([id, { target }]) => (target === 'definition' ? [id] : []));
const DEPLOYMENTS = ['flex', 'smartconference'] as const;
/** Maximum number of collapsed parts that are opened one by one. */
const PARTS_MAX = 30;

test.describe.configure({ mode: 'default', timeout: 600_000 });

let stage: SampleConsole;
test.beforeAll(async ({ browser }) => {
  stage = await startSampleConsole(browser, 6);
});
test.afterAll(() => stage?.dispose());

const main = () => stage.page.getByRole('main');
/** The page of a form, which has a section of its own only where it has several forms. */
const form = () =>
  main()
    .locator('section, div:has(> h2)', { has: stage.page.locator('[data-path]') })
    .first();
const fileName = (id: string) => id.replaceAll('/', '-');

async function open(path: string): Promise<void> {
  await stage.page.setViewportSize({ width: 1280, height: 720 });
  await stage.page.goto(stage.server.url + path);
  await form().waitFor();
}

async function openParts(): Promise<void> {
  const closed = form().locator('button[aria-expanded=false]:not([aria-haspopup])');
  for (let part = 0; part < PARTS_MAX && (await closed.count()) > 0; part++) await closed.first().click();
}

const whole = (name: string, part: Locator = form()) => picture(stage.page, { name: `form-${name}`, part }, options);

for (const id of FORMS) {
  test(`full: ${id}`, async () => {
    await open(`/manage/profile/${stage.profiles.full}?form=${id}`);
    await openParts();
    await whole(`${fileName(id)}-full`);
  });

  test(`fresh: ${id}`, async () => {
    await open(`/manage/profile/${stage.profiles.fresh}?form=${id}`);
    await whole(`${fileName(id)}-fresh`);
  });
}

for (const kind of ['button', 'image', 'qr', 'text']) {
  test(`widget: ${kind}`, async () => {
    await open(`/manage/profile/${stage.profiles.full}?form=dashboard`);
    await openParts();
    await main().locator('[data-widget]').nth(['button', 'image', 'qr', 'text'].indexOf(kind)).click();
    await whole(`dashboard-${kind}`);
  });
}

for (const deployment of DEPLOYMENTS) {
  test(`machine: ${deployment}`, async () => {
    const machines = await stage.api.machines();
    const machine = machines.find((each) => each.deployment === deployment);
    await open(`/manage/machines/${machine?.id}`);
    await whole(`machine-${deployment}`);
  });
}

test('organization: login settings', async () => {
  await open('/manage/authentication');
  for (const part of await form().getByRole('switch').all()) {
    if (await part.isEnabled()) await part.press('Space');
  }
  await whole('organization-auth');
});
