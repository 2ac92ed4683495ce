import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from '../kit/accessibility.ts';
import { startTestConsole, type TestConsole } from '../kit/test-console.ts';
import { t } from '../kit/texts.ts';

/** Versions of Berth OS in the console: what is offered, what is in it, and which one a profile names. */
const VERSION = '20261124.015800';
let folder: string;
let testConsole: TestConsole | undefined;
let page: Page;

test.beforeAll(async ({ browser }) => {
  folder = await mkdtemp(join(tmpdir(), 'berth-os-images-'));
  const images = join(folder, VERSION);
  await mkdir(images);
  const files = (['root', 'verity', 'kernel'] as const).map((part) => {
    return { part, name: `berth_${VERSION}.${part}`, bytes: 4, sha256: 'a'.repeat(64) };
  });
  for (const { name } of files) await writeFile(join(images, name), 'part');
  testConsole = await startTestConsole(browser, 'Desk', { BERTH_OS_IMAGES: folder });
  ({ page } = testConsole);
  await writeFile(join(images, 'packages'), 'bash 5.2-1 bash\nlibssl3t64 3.5.1-1 openssl\n');
  await writeFile(join(images, 'fixes'), 'openssl CVE-2025-0001\n');
  const manifest = {
    format: 1,
    version: VERSION,
    channel: 'stable',
    architecture: 'x64',
    lowest: '1',
    issued: '2026-11-24T01:58:00Z',
    expires: '2126-11-24T01:58:00Z',
    rootHash: 'b'.repeat(64),
    files,
  };
  const payload = Buffer.from(JSON.stringify(manifest)).toString('base64');
  await writeFile(join(images, 'manifest.json'), JSON.stringify({ payload, signatures: [] }));
});

test.afterAll(async () => {
  await testConsole?.dispose();
  await rm(folder, { recursive: true, force: true });
});

test('a version is found with its packages and the CVEs that they fix, and a profile names it', async () => {
  await page
    .getByRole('complementary')
    .getByRole('link', { name: t('console.nav.os'), exact: true })
    .click();
  const row = page.getByRole('row').filter({ hasText: VERSION });
  await expect(row).toContainText(t('machines.os.status.newest'));
  await expectAccessible(page);
  await row.getByRole('link', { name: VERSION }).click();
  await expect(page.getByText('2 packages')).toBeVisible();
  await page.reload();
  await page.getByLabel(t('machines.os.packages.search')).fill('CVE-2025-0001');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').last()).toContainText('libssl3t64');
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('machines.os.packages.sbom') }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`berth-os-${VERSION}-x64.cdx.json`);

  await page.goto(`${testConsole?.server.url}/manage/profile/${testConsole?.profile}?form=updates`);
  const version = page.getByLabel(t('profile.system.updates.version.label'));
  await version.fill('newest');
  await version.blur();
  await expect(page.getByText(t('forms.fault.os-version'))).toBeVisible();
  await version.fill(VERSION);
  await expect(page.getByLabel(t('profile.system.updates.from.label'), { exact: true })).toHaveValue('02:00');
  await expectAccessible(page);
  await page.getByRole('button', { name: t('common.save'), exact: true }).click();
  await expect
    .poll(async () => {
      const { definition } = (await testConsole?.api.send<{ definition: Definition }>(
        'GET',
        `/profiles/${testConsole.profile}`,
      )) ?? { definition: null };
      return definition?.system.updates.version;
    })
    .toBe(VERSION);
});

interface Definition {
  readonly system: { readonly updates: { readonly version?: string } };
}
