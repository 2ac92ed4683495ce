import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Running, run } from '@berth/testing/process';
import { expect, type Page, test } from '@playwright/test';
import { logIn } from '../kit/person.ts';
import { type Server, startServer } from '../kit/server.ts';
import { COMPANY, GRACE, openConsole } from '../kit/test-environment.ts';
import { speakEnglish } from '../kit/texts.ts';

/** The CLI as an administrator uses it, from logging in on another device to logging out. */
test.describe.configure({ mode: 'serial' });

const CLI = join(import.meta.dirname, '../../packages/cli/src/main.ts');
const SIMULATOR = join(import.meta.dirname, '../../packages/simulator/src/main.ts');

interface ProfileFile {
  name: string;
  definition: { thinhoc: { customization: { color_primary: string } } };
}

let server: Server;
let folder: string;
let fleet: Running | undefined;
test.beforeAll(async ({ browser }) => {
  server = await startServer({ BERTH_DEFAULT_TIER: 'pro' });
  folder = await mkdtemp(join(tmpdir(), 'berth-e2e-cli-'));
  const page = await browser.newPage();
  await speakEnglish(page);
  await openConsole(page, server);
  await page.context().close();
});
test.afterAll(async () => {
  await fleet?.end();
  await server?.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** If set, commands use this API key instead of the session. */
let key: string | undefined;

const berth = (...args: string[]): Running =>
  run(CLI, args, {
    BERTH_SESSION: join(folder, 'berth', key === undefined ? 'session.json' : 'none.json'),
    ...(key !== undefined && { BERTH_TOKEN: key, BERTH_SERVER: server.url }),
  });

/** Creates an API key of the organization with these scopes and uses it from now on. */
async function useKey(scopes: readonly string[]): Promise<void> {
  const { accessToken } = JSON.parse(await readFile(join(folder, 'berth', 'session.json'), 'utf8')) as {
    accessToken: string;
  };
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const [{ id } = { id: '' }] = (await (await fetch(`${server.url}/api/organizations`, { headers })).json()) as {
    id: string;
  }[];
  const body = JSON.stringify({ name: 'Scripts', scopes, expiresAt: null });
  const made = await fetch(`${server.url}/api/organizations/${id}/api-keys`, { method: 'POST', headers, body });
  key = ((await made.json()) as { key: string }).key;
}

/** Runs one command to its end. */
async function done(...args: string[]): Promise<{ readonly code: number | null; readonly output: string }> {
  const running = berth(...args);
  const code = await running.exit;
  return { code, output: running.output() };
}

async function json<Value>(...args: string[]): Promise<Value> {
  const { code, output } = await done(...args, '--json');
  expect(code, output).toBe(0);
  return JSON.parse(output) as Value;
}

async function confirmAt(page: Page, address: string): Promise<void> {
  await speakEnglish(page);
  await page.goto(address);
}

test('logs in with a code confirmed in a browser, and hides the session from other users', async ({ page }) => {
  const login = berth('login', '--server', server.url);
  const [, address = '', code = ''] = await login.line(/Open (\S+) and confirm this code: (\S+)/);
  await confirmAt(page, address);
  await expect(page.getByText(code)).toBeVisible();
  await page.locator('button[autofocus]').click();
  await logIn(page, GRACE);
  await expect(page.getByRole('heading')).toBeVisible();
  await login.line(/Logged in to/);
  expect(await login.exit).toBe(0);
  expect((await stat(join(folder, 'berth', 'session.json'))).mode & 0o777).toBe(0o600);
  expect((await done('whoami')).output).toContain(GRACE.email);
});

test('shows organizations and profiles, and saves a profile to a file', async () => {
  const organizations = await json<{ id: string; name: string }[]>('org', 'list');
  expect(organizations.map(({ name }) => name)).toEqual([COMPANY]);
  const path = join(folder, 'office.json');
  const plain = { format: 'berth-profile', version: 1, name: 'Office', definition: {} };
  await writeFile(path, JSON.stringify(plain));
  expect((await done('profile', 'diff', path)).code).toBe(5);
  expect((await done('profile', 'apply', path)).output).toContain('Office: created');
  const profiles = await json<{ name: string; revision: number }[]>('profiles', 'list');
  expect(profiles).toMatchObject([{ name: 'Office', revision: 1 }]);
  const file = await json<ProfileFile>('profile', 'export', 'Office');
  await writeFile(path, JSON.stringify(file));
  expect(await done('profile', 'diff', path)).toEqual({ code: 0, output: 'No changes.' });

  const color = '#0B7285';
  const changed = structuredClone(file);
  changed.definition.thinhoc.customization.color_primary = color;
  await writeFile(path, JSON.stringify(changed));
  const diff = await done('profile', 'diff', path);
  expect(diff.code).toBe(5);
  expect(diff.output).toContain('color_primary');
  expect(diff.output).toContain(color);
  expect((await done('profile', 'apply', path, '--note', 'Color of the lobby')).code).toBe(0);
  expect((await done('profile', 'diff', path)).code).toBe(0);

  await writeFile(path, JSON.stringify({ ...changed, name: 'Second office' }));
  expect((await done('profile', 'apply', path)).output).toContain('Second office: created');
  expect((await json<unknown[]>('profiles', 'list')).length).toBe(2);
});

test('sends commands to machines, and reports failures by exit code', async () => {
  const [organization] = await json<{ id: string }[]>('org', 'list');
  const [profile] = await json<{ id: string }[]>('profiles', 'list');
  const { accessToken } = JSON.parse(await readFile(join(folder, 'berth', 'session.json'), 'utf8')) as {
    accessToken: string;
  };
  const args = ['--server', server.url, '--machines', '2', '--organization', organization?.id ?? ''];
  fleet = run(SIMULATOR, [...args, '--profile', profile?.id ?? ''], { BERTH_TOKEN: accessToken });
  await expect
    .poll(async () => (await json<{ online: boolean }[]>('machines', 'list')).filter(({ online }) => online).length)
    .toBe(2);
  expect((await done('machines', 'list')).output).toMatch(/NAME[\s\S]*Virtual 1/);
  const filter = JSON.stringify({ where: { name: 'Virtual 2' } });
  const [second] = await json<{ id: string; shortId: string }[]>('machines', 'list', '--filter', filter);
  expect((await json<{ id: string }>('machine', 'show', second?.shortId ?? '')).id).toBe(second?.id);
  expect((await done('machine', 'notify', 'Virtual 1', 'Tea is ready')).code).toBe(0);
  expect((await done('machine', 'rename', 'Virtual 2', 'Galley')).output).toContain('Galley');
  expect((await done('machine', 'reboot', 'Galley')).code).toBe(0);
  await expect
    .poll(async () => (await json<{ type: string; state: string }[]>('commands', 'list', 'Galley'))[0])
    .toMatchObject({ type: 'reboot', state: 'succeeded' });
  expect((await done('machine', 'logs', 'Galley')).code).toBe(0);
  expect((await done('machine', 'show', 'Nobody')).code).toBe(4);
  expect(await done('machine', 'dance')).toMatchObject({ code: 2, output: expect.stringContaining('reboot') });
  const refused = await done('machines', 'list', '--filter', '{"where":{"secret":1}}');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('secret') });
});

test('writes the organization as a folder of files', async () => {
  const dir = join(folder, 'company');
  expect((await done('export', dir)).output).toMatch(/wrote \d+ files/);
  const office = await readFile(join(dir, 'profiles', 'office.yaml'), 'utf8');
  expect(office).toMatch(/^# yaml-language-server: \$schema=\.\.\/\.schemas\/profile\.json\n/);
  expect(office).toContain('color_primary: "#0B7285"');
  expect(await readFile(join(dir, 'members.yaml'), 'utf8')).toContain(`- email: ${GRACE.email}\n    role: owner`);
  const schema = JSON.parse(await readFile(join(dir, '.schemas', 'profile.json'), 'utf8')) as { required: string[] };
  expect(schema.required).toEqual(['name', 'definition']);
  expect(await done('export', dir)).toMatchObject({ code: 2, output: expect.stringContaining('--overwrite') });
  await writeFile(join(dir, 'profiles', 'gone.yaml'), 'name: Gone\ndefinition: {}\n');
  expect((await done('export', dir, '--overwrite')).output).toContain('gone.yaml is not on the server');
  expect(await readFile(join(dir, 'profiles', 'office.yaml'), 'utf8')).toBe(office);
});

test('plans a changed folder and applies exactly that plan', async () => {
  const dir = join(folder, 'planned');
  await done('export', dir);
  expect(await done('plan', dir)).toMatchObject({ code: 0, output: expect.stringContaining('No changes.') });
  const path = join(dir, 'profiles', 'office.yaml');
  const office = await readFile(path, 'utf8');
  for (const text of [office.replace('#0B7285', '#0B7286'), office]) {
    await writeFile(path, text);
    const plan = await done('plan', dir);
    expect(plan).toMatchObject({ code: 5, output: expect.stringContaining('~ profile Office') });
    const [, id = ''] = /Plan (\w{12})/.exec(plan.output) ?? [];
    expect((await done('apply', dir, '--plan', id)).output).toContain(`Applied plan ${id}.`);
  }
  expect(await done('plan', dir)).toMatchObject({ code: 0 });
});

test('does the same with an API key of the organization', async () => {
  const read = ['organization.read', 'profile.read', 'machine.read'];
  await useKey([...read, 'profile.write', 'machine.write', 'machine.command']);
  expect((await done('whoami')).output).toContain(`API key of ${COMPANY}`);
  expect((await json<{ name: string }[]>('org', 'list')).map(({ name }) => name)).toEqual([COMPANY]);
  expect((await done('org', 'show')).output).toContain(GRACE.email);
  const dir = join(folder, 'by-key');
  expect((await done('export', dir)).output).toContain('webhooks: not exported');
  expect(await readdir(dir)).not.toContain('webhooks.yaml');
  const path = join(folder, 'by-key.json');
  const file = await json<ProfileFile>('profile', 'export', 'Office');
  expect((await json<{ name: string }>('profiles', 'show', 'Office')).name).toBe('Office');
  await writeFile(path, JSON.stringify({ ...file, name: 'By key' }));
  expect((await done('profile', 'diff', path)).code).toBe(5);
  expect((await done('profile', 'apply', path)).output).toContain('By key: created');
  expect((await done('profile', 'apply', path)).code).toBe(0);
  expect((await json<unknown[]>('profiles', 'list')).length).toBe(3);
  expect((await done('machines', 'list')).output).toContain('Galley');
  expect((await json<{ name: string }>('machine', 'show', 'Galley')).name).toBe('Galley');
  for (const each of [
    ['rename', 'Galley', 'Mess'],
    ['assign', 'Mess', 'By key'],
    ['notify', 'Mess', 'Tea'],
    ['logs', 'Mess'],
  ]) {
    expect(await done('machine', ...each), each.join(' ')).toMatchObject({ code: 0 });
  }
  for (const each of ['update', 'reboot']) expect((await done('machine', each, 'Mess')).code, each).toBe(0);
  const [newest] = await json<{ id: string; type: string }[]>('commands', 'list', 'Mess');
  expect(newest?.type).toBe('reboot');
  const all = await done('commands', 'send', 'notify', '--all', '--message', 'Dinner', '--wait');
  expect(all).toMatchObject({ code: 0, output: expect.stringMatching(/notify: (\d+) machines?, \1 succeeded \(/) });
  const [, batch = ''] = /\(([0-9a-f-]{36})\)/.exec(all.output) ?? [];
  expect((await done('commands', 'status', batch)).output).toContain(' succeeded (');
  expect(await done('commands', 'send', 'update', '--tag', 'nowhere')).toMatchObject({ code: 4 });
});

test('reports missing scopes, and accepts an organization ID without looking it up', async () => {
  const [organization] = await json<{ id: string }[]>('org', 'list');
  await useKey(['machine.read']);
  const refused = await done('machines', 'list');
  expect(refused).toMatchObject({ code: 1, output: 'This key lacks the scope organization.read. (403, forbidden)' });
  expect((await done('machines', 'list', '--org', organization?.id ?? '')).output).toContain('Mess');
  expect(await done('profiles', 'list', '--org', organization?.id ?? '')).toMatchObject({
    code: 1,
    output: 'This key lacks the scope profile.read. (403, forbidden)',
  });
  key = undefined;
});

test('logging out ends the session on the server too', async () => {
  const { refreshToken } = JSON.parse(await readFile(join(folder, 'berth', 'session.json'), 'utf8')) as {
    refreshToken: string;
  };
  expect((await done('logout')).code).toBe(0);
  expect(await done('whoami')).toMatchObject({ code: 3, output: expect.stringContaining('berth login') });
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: 'berth-machine',
    refresh_token: refreshToken,
  });
  expect((await fetch(`${server.url}/oidc/token`, { method: 'POST', body })).status).toBe(400);
});
