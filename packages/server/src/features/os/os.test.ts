import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listHeldBack, listOsVersions, readOsSbom, readOsVersion } from '@berth/contract/api/os';
import type { InstalledSystem, OsManifest } from '@berth/contract/device/os-manifest';
import { eventually } from '@berth/testing/wait';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMachine, createTenant, rowsOf, type Tenant } from '../../testing/fleet.ts';
import { REPORTED } from '../../testing/machine.ts';
import { sharedServer } from '../../testing/server.ts';

const folder = await mkdtemp(join(tmpdir(), 'berth-os-images-'));
afterAll(() => rm(folder, { recursive: true }));
const server = await sharedServer({ config: { osImages: folder } });

const CONTENT = '0123456789';

/** A version as a build leaves it. */
async function publish(version: string, change: Partial<OsManifest> = {}) {
  const own = join(folder, `${change.channel ?? 'stable'}-${change.architecture ?? 'x64'}-${version}`);
  await mkdir(own, { recursive: true });
  const files = (['root', 'verity', 'kernel'] as const).map((part) => {
    return { part, name: `berth_${version}.${part}`, bytes: CONTENT.length, sha256: 'a'.repeat(64) };
  });
  for (const { name } of files) await writeFile(join(own, name), CONTENT);
  if (version !== '1.9') await writeFile(join(own, `berth_${version}.kernel.blocks`), 'blocks');
  await writeFile(join(own, 'disk.raw.blocks'), 'not for machines');
  await writeFile(join(own, 'disk.raw'), 'not for machines');
  await writeFile(join(own, 'packages'), 'bash 5.2-1 bash\nlibssl3t64 3.5.1-1+deb13u1 openssl\n');
  await writeFile(join(own, 'fixes'), 'openssl CVE-2025-0001 CVE-2025-0002\n');
  const manifest: OsManifest = {
    format: 1,
    version,
    channel: 'stable',
    architecture: 'x64',
    lowest: '1',
    issued: '2026-11-24T10:00:00Z',
    expires: '2027-02-24T10:00:00Z',
    rootHash: 'b'.repeat(64),
    files,
    ...change,
  };
  const payload = Buffer.from(JSON.stringify(manifest)).toString('base64');
  const text = JSON.stringify({ payload, signatures: [] });
  await writeFile(join(own, 'manifest.json'), text);
  return { own, text };
}

async function get(path: string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${server.url}${path}`, { headers });
  return { status: reply.status, headers: reply.headers, body: await reply.text() };
}

let newest: string;
beforeAll(async () => {
  await publish('1.9');
  newest = (await publish('1.10')).text;
  await publish('1.11', { architecture: 'arm64' });
  await publish('2', { channel: 'beta' });
});

describe('the images for machines', () => {
  it('are the newest of a channel and architecture, or a certain version', async () => {
    const manifest = await get('/os/stable/x64/manifest.json');
    expect([manifest.status, manifest.body]).toEqual([200, newest]);
    expect(manifest.headers.get('cache-control')).toBe('no-cache');
    const versionOf = async (path: string) => {
      const { payload } = JSON.parse((await get(path)).body);
      return JSON.parse(Buffer.from(payload, 'base64').toString()).version;
    };
    expect(await versionOf('/os/stable/x64/1.9/manifest.json')).toBe('1.9');
    expect(await versionOf('/os/stable/arm64/manifest.json')).toBe('1.11');
    expect(await versionOf('/os/beta/x64/manifest.json')).toBe('2');
  });

  it.each([
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=2-3', 206, '23', 'bytes 2-3/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, CONTENT, null],
    ['lines=1-2', 200, CONTENT, null],
  ])('are sent in parts: %s', async (range, status, body, contentRange) => {
    const reply = await get('/os/stable/x64/berth_1.10.root', { range });
    expect([reply.status, reply.body, reply.headers.get('content-range')]).toEqual([status, body, contentRange]);
  });

  it('are sent whole where a download of another file would be continued', async () => {
    const range = { range: 'bytes=4-' };
    const { headers } = await get('/os/stable/x64/1.10/berth_1.10.kernel');
    const etag = headers.get('etag') ?? '';
    const path = '/os/stable/x64/1.10/berth_1.10.kernel';
    expect((await get(path, { ...range, 'if-range': etag })).body).toBe('456789');
    expect((await get(path, { ...range, 'if-range': '"other"' })).body).toBe(CONTENT);
  });

  it('have a list of the kernel’s blocks beside them, if the version was built with one', async () => {
    const list = await get('/os/stable/x64/1.10/berth_1.10.kernel.blocks');
    expect([list.status, list.body, list.headers.get('cache-control')]).toEqual([200, 'blocks', 'no-cache']);
    expect(list.headers.get('etag')).toBeNull();
  });

  it.each([
    '/os/stable/x64/disk.raw',
    '/os/stable/x64/disk.raw.blocks',
    '/os/stable/x64/1.9/berth_1.9.kernel.blocks',
    '/os/stable/x64/1.9/manifest.json.blocks',
    '/os/stable/x64/packages',
    '/os/stable/x64/..%2fstable-x64-1.9%2fdisk.raw',
    '/os/stable/x64/1.9/berth_1.10.root',
    '/os/stable/x64/3/manifest.json',
    '/os/nightly/x64/manifest.json',
    '/os/stable',
  ])('are the files of a manifest only: %s', async (path) => {
    const { status, body } = await get(path);
    expect([status, JSON.parse(body)]).toMatchObject([404, { error: { code: 'not-found' } }]);
  });

  it('are offered once they are complete, without a restart', async () => {
    const { own } = await publish('1.1', { channel: 'slow' });
    await rm(join(own, 'berth_1.1.verity'));
    await publish('1.0', { channel: 'slow' });
    expect((await get('/os/slow/x64/1.1/manifest.json')).status).toBe(404);
    expect((await get('/os/slow/x64/manifest.json')).status).toBe(200);
    await writeFile(join(own, 'berth_1.1.verity'), CONTENT);
    expect((await get('/os/slow/x64/1.1/manifest.json')).status).toBe(200);
    await writeFile(join(own, 'manifest.json'), '{"payload":"no');
    expect((await get('/os/slow/x64/1.1/manifest.json')).status).toBe(404);
    for (const version of ['1.0', '1.1']) await rm(join(folder, `slow-x64-${version}`), { recursive: true });
  });
});

type Image = Extract<InstalledSystem, { kind: 'image' }>;

/** A machine that reported this system; it stays connected until `leave`. */
async function reporting(tenant: Tenant, system: Partial<Image> | { kind: 'debian' }) {
  const machine = await addMachine(server, tenant);
  const link = await machine.connect(server.url);
  await link.next('welcome');
  const image: Image = { kind: 'image', version: '1.9', channel: 'stable', proved: true, next: null, failed: [] };
  const own = system.kind === 'debian' ? { kind: 'debian' as const } : { ...image, ...system };
  const hardware = { model: 'Model 3', cpu: 'Some processor', memoryMb: 8_192, os: 'Berth OS', system: own };
  link.send({ type: 'report', reported: { ...REPORTED, hardware } });
  return { id: machine.id, leave: () => link.close() };
}

interface Bill {
  readonly components: readonly { readonly purl: string }[];
}

describe('the console', () => {
  const inTenant = (tenant: Tenant) => ({
    params: { orgId: tenant.organizationId },
    token: tenant.owner.token,
  });

  it('lists the versions that are offered and those that run', async () => {
    const tenant = await createTenant(server);
    const machines = await Promise.all([
      reporting(tenant, {}),
      reporting(tenant, {}),
      reporting(tenant, { architecture: 'arm64' }),
      reporting(tenant, { kind: 'debian' }),
    ]);
    await eventually(async () => {
      const { reply } = await server.call(listOsVersions, inTenant(tenant));
      expect(reply.installed).toEqual([
        { kind: 'image', version: '1.9', channel: 'stable', architecture: 'x64', machines: 2 },
        { kind: 'image', version: '1.9', channel: 'stable', architecture: 'arm64', machines: 1 },
        { kind: 'debian', version: null, channel: null, architecture: null, machines: 1 },
      ]);
      expect(reply.offered.map(({ version, channel, architecture }) => [version, channel, architecture])).toEqual([
        ['2', 'beta', 'x64'],
        ['1.11', 'stable', 'arm64'],
        ['1.10', 'stable', 'x64'],
        ['1.9', 'stable', 'x64'],
      ]);
      expect(reply.offered[0]).toMatchObject({ bytes: 30, packages: 2 });
    });
    for (const { leave } of machines) await leave();
  });

  it('names the machines that are held back, with the reason', async () => {
    const tenant = await createTenant(server);
    const failed = [{ version: '1.10', reason: 'no-boot' as const, at: '2026-11-24T12:00:00.000Z' }];
    const cases: [Partial<Image>, object | null][] = [
      [{ version: '1.10' }, null],
      [{ failed }, { reason: 'failed', wanted: '1.10', failure: failed[0] }],
      [
        { version: '1.10', wanted: { version: '3', state: 'refused', message: 'It expired.' } },
        { reason: 'refused', wanted: '3', message: 'It expired.' },
      ],
      // The profile stays at an older version than the newest.
      [{ named: '1.9' }, null],
      // The newest of another architecture.
      [
        { architecture: 'arm64', version: '1.10' },
        { reason: 'unset', wanted: '1.11' },
      ],
    ];
    const machines = await Promise.all(cases.map(([system]) => reporting(tenant, system)));
    const away = await reporting(tenant, { wanted: { version: '1.10', state: 'updating' } });
    const { orgId } = inTenant(tenant).params;
    const isSaved = async () => {
      const saved = await rowsOf(server, 'select machine_id from machine_states where organization_id = $1', [orgId]);
      expect(saved).toHaveLength(cases.length + 1);
    };
    await eventually(isSaved);
    await away.leave();
    await eventually(async () => {
      const { reply } = await server.call(listHeldBack, inTenant(tenant));
      const found = [...machines, away].map(({ id }) => reply.find((each) => each.id === id) ?? null);
      const expected = [...cases.map(([, held]) => held), { reason: 'offline', wanted: '1.10' }];
      expect(found).toEqual(expected.map((each) => each && expect.objectContaining(each)));
    });
    for (const { leave } of machines) await leave();
  });

  it('reads what is in a version, and its bill of materials', async () => {
    const tenant = await createTenant(server);
    const { orgId } = inTenant(tenant).params;
    const sent = {
      params: { orgId, version: '1.10' },
      query: { channel: 'stable', architecture: 'x64' as const },
      token: tenant.owner.token,
    };
    const { reply } = await server.call(readOsVersion, sent);
    expect(reply.packages).toEqual([
      { name: 'bash', version: '5.2-1', source: 'bash', fixes: [] },
      { name: 'libssl3t64', version: '3.5.1-1+deb13u1', source: 'openssl', fixes: ['CVE-2025-0001', 'CVE-2025-0002'] },
    ]);
    const bill = (await server.call(readOsSbom, sent)).reply as unknown as Bill;
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: '1.10' } } });
    expect(bill.components[1]?.purl).toBe('pkg:deb/debian/libssl3t64@3.5.1-1%2Bdeb13u1?arch=amd64&distro=trixie');
    const unknown = await server.call(readOsVersion, { ...sent, query: { ...sent.query, architecture: 'arm64' } });
    expect(unknown.status).toBe(404);
  });
});
