import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildDeb, debianArchitecture } from './deb.mjs';
import { root } from './paths.mjs';

const EPOCH = 1_700_000_000;

async function build(mode: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'berth-deb-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = join(folder, 'files');
  for (const path of ['usr/lib/berth/agent.mjs', 'etc/berth/agent.env', 'etc/pam.d/berth']) {
    mkdirSync(dirname(join(files, path)), { recursive: true });
    writeFileSync(join(files, path), 'text\n', { mode });
  }
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
  // Without them a profile's radio rules (localRegulations) and time zone have no effect.
  expect(control).toMatch(/^Depends: .*\biw, wireless-regdb, tzdata,/m);
  expect(execFileSync('dpkg-deb', ['-c', deb], { encoding: 'utf8' })).toMatch(/-rw-r--r-- root\/root .*agent\.mjs/);
});

test('the units drop privileges that neither the agent nor sound needs', () => {
  const unit = (name: string) => readFileSync(join(root, 'deploy/deb/files/usr/lib/systemd/system', name), 'utf8');
  const agent = unit('berth-agent.service');
  expect(agent).toMatch(/^CapabilityBoundingSet=~.*CAP_SYS_MODULE.*CAP_SYS_TIME/m);
  expect(agent).toMatch(/^SystemCallFilter=~@clock .*@module/m);
  expect(agent).toMatch(/^RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK$/m);
  expect(unit('berth-sound.service')).toMatch(/^NoNewPrivileges=yes$/m);
  // Not supported by Debian 12's systemd.
  expect(agent).not.toMatch(/^Restart(?:Steps|MaxDelaySec)=/m);
  expect(agent).toMatch(/^ExecStartPre=\/usr\/lib\/berth\/hold-back /m);
});

test('there are packages for every architecture of the pinned Node', () => {
  expect(debianArchitecture('arm64')).toBe('arm64');
  expect(() => debianArchitecture('riscv64')).toThrow('unsupported architecture riscv64');
});
