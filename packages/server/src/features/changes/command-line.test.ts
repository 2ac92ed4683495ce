import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey } from '@berth/contract/api/api-keys';
import { createLayer, listLayers } from '@berth/contract/api/layers';
import { tagMachine } from '@berth/contract/api/machine-actions';
import { changeProfile, createProfile, listOrganizationProfiles, readProfile } from '@berth/contract/api/profiles';
import type { ApiKeyScope } from '@berth/contract/rules/permissions';
import { run } from '@berth/testing/process';
import { expect, it, onTestFinished } from 'vitest';
import { addMachine, createTenant, type Tenant } from '../../testing/fleet.ts';
import { sharedServer } from '../../testing/server.ts';

/** The CLI as continuous integration runs it, against the real server. */
const CLI = join(import.meta.dirname, '../../../../cli/src/main.ts');
const server = await sharedServer();

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** An organization with its folder, and the CLI in it. */
async function workspace() {
  const tenant = await createTenant(server);
  const dir = mkdtempSync(join(tmpdir(), 'berth-as-code-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  let token = tenant.owner.token;
  const berth = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> => {
    const session = join(dir, 'no-session.json');
    const settings = { BERTH_TOKEN: token, BERTH_SERVER: server.url, BERTH_SESSION: session, NO_COLOR: '1', ...env };
    const running = run(CLI, args, settings);
    const code = await running.exit;
    return { code, output: running.output() };
  };
  const folder = join(dir, 'company');
  expect(await berth(['export', folder])).toMatchObject({ code: 0 });
  return {
    tenant,
    dir,
    folder,
    berth,
    useKey: async (scopes: ApiKeyScope[]) => {
      const body = { name: 'CI', scopes, expiresAt: null };
      const params = { id: tenant.organizationId };
      token = (await server.call(createApiKey, { params, token: tenant.owner.token, body })).reply.key;
    },
    write: (path: string, text: string) => writeFileSync(join(folder, path), text),
    read: (path: string) => readFileSync(join(folder, path), 'utf8'),
  };
}

async function namesOf({ owner, organizationId }: Tenant): Promise<string[]> {
  const params = { orgId: organizationId };
  return (await server.call(listOrganizationProfiles, { params, query: {}, token: owner.token })).reply.map(
    ({ name }) => name,
  );
}

const withColor = (text: string, color: string) =>
  text.replace(/^definition:[\s\S]*/m, `definition: { thinhoc: { customization: { color_primary: "${color}" } } }\n`);

it('exports, plans and applies, and then has nothing to change', async () => {
  const { tenant, dir, folder, berth, write, read } = await workspace();
  expect(await berth(['plan', folder])).toEqual({ code: 0, output: 'No changes.' });
  write('profiles/front-desk.yaml', withColor(read('profiles/front-desk.yaml'), '#0B7285'));
  write('profiles/hall.yaml', 'name: Hall\ndefinition: {}\n');
  write('members.yaml', `${read('members.yaml')}  - { email: eve@example.org, role: viewer }\n`);
  write(
    'enrollment-codes.yaml',
    'codes:\n  - { profile: Hall, deployment: vanilla, tags: [hall], uses: 3, validHours: 24 }\n',
  );
  const plan = await berth(['plan', folder]);
  expect(plan.code, plan.output).toBe(5);
  expect(plan.output).toContain('~ profile Front desk\n    /thinhoc/customization/color_primary: nothing -> "#0B7285"');
  expect(plan.output).toContain('+ member eve@example.org\n    role: nothing -> "viewer"');
  const [, id = ''] = /Plan (\w{12}): 3 to create, 1 to change, 0 to delete/.exec(plan.output) ?? [];
  expect(await namesOf(tenant)).toEqual(['Front desk']);

  expect(await berth(['apply', folder, '--plan', id])).toMatchObject({
    code: 2,
    output: expect.stringContaining('--secrets'),
  });
  const secrets = join(dir, 'secrets.json');
  const applied = await berth(['apply', folder, '--plan', id, '--secrets', secrets, '--note', 'new lobby']);
  expect(applied, applied.output).toMatchObject({ code: 0, output: expect.stringContaining(`Applied plan ${id}.`) });
  expect(await namesOf(tenant)).toEqual(['Front desk', 'Hall']);
  expect(statSync(secrets).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(secrets, 'utf8'))).toEqual([
    { section: 'codes', name: 'Hall vanilla hall', secret: expect.any(String) },
  ]);
  expect(await berth(['plan', folder])).toEqual({ code: 0, output: 'No changes.' });
});

it('applies nothing where someone else changed something since the plan, and marks what they did', async () => {
  const { tenant, folder, berth, write, read } = await workspace();
  const { profileId, owner } = tenant;
  write('profiles/front-desk.yaml', withColor(read('profiles/front-desk.yaml'), '#0B7285'));
  const first = JSON.parse((await berth(['plan', folder, '--json'])).output) as {
    plan: string;
    steps: { drift: unknown }[];
  };
  expect(first.steps.map(({ drift }) => drift)).toEqual([null]);
  const body = { definition: { thinhoc: { customization: { color_secondary: '#123456' } } } };
  await server.call(changeProfile, { params: { id: profileId }, query: { note: 'by hand' }, body, token: owner.token });
  const refused = await berth(['apply', folder, '--plan', first.plan]);
  expect(refused.code).toBe(1);
  expect(refused.output).toMatch(new RegExp(`The plan is \\w{12} now, not ${first.plan}. Nothing was changed.`));
  expect(refused.output).toContain(`! changed on the server: revision 2 by ${owner.email}`);
  expect(refused.output).toContain('by hand');
  expect((await server.call(readProfile, { params: { id: profileId }, token: owner.token })).reply.revision).toBe(2);
});

it('deletes only what it is told to, and never by an empty file, an empty folder or a missing part', async () => {
  const { tenant, folder, berth, write, read } = await workspace();
  const { owner, organizationId } = tenant;
  await server.call(createProfile, { token: owner.token, body: { name: 'Old', organizationId } });
  const layer = { name: 'Brand', scope: 'organization' as const, definition: {}, off: [], locks: [] };
  await server.call(createLayer, { params: { orgId: organizationId }, token: owner.token, body: layer });
  const layers = async () =>
    (await server.call(listLayers, { params: { orgId: organizationId }, token: owner.token })).reply.length;
  const everything = async () => [await namesOf(tenant), await layers()];
  const all = [['Front desk', 'Old'], 1];

  write('webhooks.yaml', '');
  expect(await berth(['apply', folder, '--delete'])).toMatchObject({
    code: 1,
    output: expect.stringContaining('webhooks.yaml:1: is empty'),
  });
  expect(await everything()).toEqual(all);
  rmSync(join(folder, 'webhooks.yaml'));
  const profile = read('profiles/front-desk.yaml');
  rmSync(join(folder, 'profiles/front-desk.yaml'));
  expect(await berth(['apply', folder, '--delete'])).toEqual({ code: 0, output: 'No changes.' });
  rmSync(join(folder, 'profiles'), { recursive: true });
  rmSync(join(folder, 'layer-order.yaml'));
  expect(await berth(['apply', folder, '--delete'])).toEqual({ code: 0, output: 'No changes.' });
  expect(await everything()).toEqual(all);

  expect(await berth(['export', folder, '--overwrite'])).toMatchObject({ code: 0 });
  rmSync(join(folder, 'profiles/old.yaml'));
  write('profiles/front-desk.yaml', profile);
  const kept = await berth(['apply', folder]);
  expect(kept.code, kept.output).toBe(0);
  expect(kept.output).toContain('deleted only with --delete:\n  - profile Old');
  expect(await everything()).toEqual(all);
  const red = await berth(['plan', folder, '--delete'], { NO_COLOR: '', FORCE_COLOR: '1' });
  expect(red.output).toContain('\u001b[31m- profile Old\u001b[0m');
  expect(await berth(['apply', folder, '--delete'])).toMatchObject({ code: 0 });
  expect(await everything()).toEqual([['Front desk'], 1]);
});

it('tells faults that only the server knows by file and line, and what a key lacks by name', async () => {
  const { tenant, folder, berth, write, useKey } = await workspace();
  write('profiles/a.yaml', 'name: A\ndefinition: {}\n');
  write('profiles/z.yaml', 'name: Z\ndefinition:\n  system:\n    clock:\n      time_zone: Europe/Atlantis\n');
  const refused = await berth(['apply', folder]);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('profiles/z.yaml:5: /system/clock/time_zone: Unknown time zone: Europe/Atlantis');
  rmSync(join(folder, 'profiles/z.yaml'));
  for (const path of ['webhooks', 'members', 'enrollment-codes', 'schedules', 'tag-rules'])
    rmSync(join(folder, `${path}.yaml`));
  await useKey(['organization.read', 'profile.read']);
  expect(await berth(['apply', folder])).toMatchObject({
    code: 1,
    output: expect.stringContaining('profiles/a.yaml:1: A: requires profile.write'),
  });
  expect(await namesOf(tenant)).toEqual(['Front desk']);
  await useKey(['organization.read', 'profile.read', 'profile.write']);
  expect(await berth(['apply', folder])).toMatchObject({ code: 0 });
  expect(await namesOf(tenant)).toEqual(['A', 'Front desk']);
});

it('sets a secret from the environment once, keeps it without, and never shows it', async () => {
  const { tenant, folder, berth, write } = await workspace();
  const pin = 'definition: { system: { auth: { settings_access: { who: pin, pin: { fromEnv: DESK_PIN } } } } }\n';
  write('profiles/front-desk.yaml', `name: Front desk\n${pin}`);
  const missing = await berth(['plan', folder]);
  expect(missing.code).toBe(1);
  expect(missing.output).toMatch(/profiles\/front-desk\.yaml:2: .*pin/);
  const set = { DESK_PIN: '471147' };
  const plan = await berth(['plan', folder], set);
  expect(plan.output).toContain('secret /system/auth/settings_access/pin from $DESK_PIN');
  expect((await berth(['apply', folder], set)).code).toBe(0);
  expect(await berth(['plan', folder], set)).toEqual({ code: 0, output: 'No changes.' });
  expect(await berth(['plan', folder])).toEqual({ code: 0, output: 'No changes.' });
  const other = await berth(['plan', folder], { DESK_PIN: '081508' });
  expect(other).toMatchObject({ code: 5, output: expect.stringContaining('~ profile Front desk') });
  expect(`${plan.output}${other.output}`).not.toMatch(/471147|081508/);
  const { reply } = await server.call(readProfile, { params: { id: tenant.profileId }, token: tenant.owner.token });
  expect(reply.revision).toBe(2);
});

it('tests the real machines of an organization', async () => {
  const { tenant, folder, berth, write } = await workspace();
  const { id } = await addMachine(server, tenant, { name: 'Reception' });
  const tags = ['reception'];
  await server.call(tagMachine, { params: { id }, token: tenant.owner.token, body: { tags } });
  const color = 'definition: { thinhoc: { customization: { color_primary: "#112233" } } }';
  mkdirSync(join(folder, 'layers'));
  mkdirSync(join(folder, 'tests'));
  write('layers/reception.yaml', `name: Reception\nscope: tag\ntag: reception\n${color}\n`);
  const assertion = 'expect: [{ path: customization.color_primary, equals: "#112233" }]';
  write('tests/rooms.yaml', `tests:\n  - name: Blue\n    machines: { tag: reception }\n    ${assertion}\n`);
  expect(await berth(['test', folder])).toMatchObject({
    code: 1,
    output: expect.stringContaining('is about no machine'),
  });
  expect(await berth(['test', folder, '--machines'])).toEqual({ code: 0, output: 'ok   Blue\n1 passed, 0 failed.' });
});
