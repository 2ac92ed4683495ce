import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildDeb, debianArchitecture, writeDocumentation } from './deb.mjs';
import { root } from './paths.mjs';

const EPOCH = 1_700_000_000;

async function build(mode: number, fill: (files: string) => void = () => {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-deb-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = join(folder, 'files');
  for (const path of ['usr/lib/berth/agent.mjs', 'etc/berth/agent.env', 'etc/pam.d/berth']) {
    mkdirSync(dirname(join(files, path)), { recursive: true });
    writeFileSync(join(files, path), 'text\n', { mode });
  }
  fill(files);
  const out = join(folder, 'berth.deb');
  const values = { VERSION: '1.2.3', ARCH: 'amd64' };
  await buildDeb({ files, control: join(root, 'deploy/deb/control'), values, epoch: EPOCH, out });
  return out;
}

test("the same input gives the same bytes, whatever the folder's modes and times", async () => {
  const [one, other] = [await build(0o600), await build(0o664)];
  expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
});

test('the control file describes the package, with no placeholder left', async () => {
  const deb = await build(0o644);
  const control = execFileSync('dpkg-deb', ['-f', deb], { encoding: 'utf8' });
  expect(control).toContain('Version: 1.2.3');
  expect(control).toMatch(/Installed-Size: \d+/);
  expect(control).not.toContain('@SIZE@');
  // Emoji would be boxes.
  expect(control).toMatch(/^Depends: .*\bfonts-noto-color-emoji,/m);
  // Without them a profile's radio rules (localRegulations) and time zone have no effect.
  expect(control).toMatch(/^Depends: .*\biw, wireless-regdb, tzdata,/m);
  expect(execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' })).toMatch(/-rw-r--r-- root\/root .*agent\.mjs/);
});

test.each([
  // Of the agent and of the session's page; of the server and of its pages.
  ['berth', 'machine.md', ['packages/client', 'packages/device'], ['dbus-next', 'react']],
  ['berth-server', 'operations.md', ['packages/server', 'packages/client'], ['fastify', 'react']],
] as const)('the package %s contains its bill of materials', async (name, guide, workspaces, contents) => {
  const release = { name, guide, workspaces, version: '1.2.3', packageVersion: '1.2.3', time: EPOCH };
  const deb = await build(0o644, (files) => writeDocumentation(files, release));
  const files = execFileSync('dpkg-deb', ['--fsys-tarfile', deb], { maxBuffer: 100_000_000 });
  const path = `./usr/share/doc/${name}/sbom.cdx.json`;
  const bill = JSON.parse(execFileSync('tar', ['-xO', path], { input: files, encoding: 'utf8' }));
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version: '1.2.3' } } });
  const names = bill.components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining([...contents]));
  expect(names).not.toContain('vitest');
});

test('the units drop privileges that neither the agent nor sound needs', () => {
  const unit = (name: string) => readFileSync(join(root, 'deploy/deb/files/usr/lib/systemd/system', name), 'utf8');
  const agent = unit('berth-agent.service');
  expect(agent).toMatch(/^CapabilityBoundingSet=~.*CAP_SYS_MODULE.*CAP_SYS_TIME/m);
  expect(agent).toMatch(/^SystemCallFilter=~@clock .*@module/m);
  expect(agent).toMatch(/^RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK$/m);
  expect(agent).toMatch(/^WatchdogSec=180$/m);
  expect(unit('berth-sound.service')).toMatch(/^NoNewPrivileges=yes$/m);
  // Not supported by Debian 12's systemd.
  expect(agent).not.toMatch(/^Restart(?:Steps|MaxDelaySec)=/m);
  expect(agent).toMatch(/^ExecStartPre=\/usr\/lib\/berth\/hold-back /m);
});

test("the server's unit can write only its data, and has no privileges", () => {
  const folder = join(root, 'deploy/deb-server');
  const unit = readFileSync(join(folder, 'files/usr/lib/systemd/system/berth-server.service'), 'utf8');
  const settings = new Map(
    unit
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
  for (const name of [
    'NoNewPrivileges',
    'PrivateTmp',
    'PrivateDevices',
    'PrivateUsers',
    'RestrictNamespaces',
    'ProtectHome',
  ])
    expect(settings.get(name), name).toBe('yes');
  expect(settings.get('CapabilityBoundingSet')).toBe('');
  expect(settings.get('ProtectSystem')).toBe('strict');
  expect(settings.get('User')).toBe('berth-server');
  // What the unit names is in the package, or made by it.
  expect(readFileSync(join(folder, 'files/usr/lib/sysusers.d/berth-server.conf'), 'utf8')).toMatch(/^u berth-server /);
  expect(readFileSync(join(folder, 'control/conffiles'), 'utf8')).toBe('/etc/berth/server.env\n');
  const shell = spawnSync('sh', [join(folder, 'files/usr/bin/berth-server')], { encoding: 'utf8' });
  expect([shell.status, shell.stderr]).toEqual([
    2,
    expect.stringContaining('Usage: berth-server backup|check-backup|restore|'),
  ]);
});

test('there are packages for every architecture of the pinned Node', () => {
  expect(debianArchitecture('arm64')).toBe('arm64');
  expect(() => debianArchitecture('riscv64')).toThrow('unsupported architecture riscv64');
});
