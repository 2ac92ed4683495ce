import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { type Server, startServer } from '../kit/server.ts';
import { COMPANY, openConsole } from '../kit/test-environment.ts';
import { speakEnglish, t } from '../kit/texts.ts';

const exec = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');

let folder: string;
let server: Server;
const program = (name: string) => join(folder, 'bundle/packages/server/src', `${name}.mjs`);
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'berth-bundle-'));
  // The database runs as its own user.
  await chmod(folder, 0o755);
  await exec(process.execPath, [join(ROOT, 'tooling/bundle.mjs'), join(folder, 'bundle')]);
  server = await startServer({}, { program: program('main') });
});
test.afterAll(async () => {
  await server?.dispose();
  await rm(folder, { recursive: true, force: true });
});

test('the bundled server takes sign-ups, serves the console and the demo', async ({ page }) => {
  await speakEnglish(page);
  await openConsole(page, server);
  await expect(page.getByText(COMPANY).first()).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${server.url}/demo/login`);
  await page.getByRole('button', { name: t('identity.demo.enter') }).click();
  const company = page.getByRole('button', { name: 'Sample Company' });
  await company
    .or(page.getByRole('link', { name: 'Sample Company' }))
    .first()
    .click();
  await page.goto(`${server.url}/manage/machines`);
  // Simulated machines connect to it: the simulator is a program of the bundle.
  await expect(page.getByText('Room 2')).toBeVisible();
});

test('the bundle contains the maintenance commands, and the files that invoices need', async () => {
  const env = { ...process.env, BERTH_DATA: server.data };
  const backup = join(folder, 'backup');
  await exec(process.execPath, [program('main/backup'), backup], { env });
  expect(existsSync(backup)).toBe(true);
  for (const name of ['check-backup', 'restore', 'prune-archive', 'reconcile']) {
    const { stdout } = await exec(process.execPath, [program(`main/${name}`), '--help'], { env });
    expect(stdout).toContain('Usage');
  }
  const fonts =
    "createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json').replace('package.json', 'ttf/')";
  const script = `import Pdf from 'pdfkit'; import { createRequire } from 'node:module';
    const font = ${fonts} + 'DejaVuSans.ttf';
    const pdf = new Pdf({ subset: 'PDF/A-3b', pdfVersion: '1.7', font });
    pdf.text('Rechnung'); pdf.end(); console.log(String(pdf.read()).slice(0, 8));`;
  const { stdout } = await exec(process.execPath, ['--input-type=module', '-e', script], {
    cwd: join(folder, 'bundle'),
  });
  expect(stdout).toContain('%PDF-1.7');
});
