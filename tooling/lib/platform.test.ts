import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { missing } from './debian.mjs';
import { checkPlatform } from './platform.mjs';

const computer = (platform: string, arch: string, node: string) => ({ platform, arch, versions: { node } });

it.each([
  ['darwin', 'arm64', '24.0.0', 'this is darwin on arm64'],
  ['linux', 'riscv64', '24.0.0', 'this is linux on riscv64'],
  ['linux', 'x64', '16.20.0', 'Node 18 or newer'],
])('refuses %s on %s with Node %s', (platform, arch, node, message) => {
  expect(() => checkPlatform(computer(platform, arch, node))).toThrow(message);
});

it('accepts Linux with the Node of a bare machine', () => {
  expect(() => checkPlatform(computer('linux', 'x64', '20.20.2'))).not.toThrow();
  expect(() => checkPlatform(computer('linux', 'arm64', '18.19.0'))).not.toThrow();
});

it('reports only programs missing from the whole path; one of several alternatives is enough', () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-path-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['berth-b', 'berth-plain']) writeFileSync(join(folder, name), '');
  chmodSync(join(folder, 'berth-b'), 0o755);
  const either = { programs: ['berth-a', 'berth-b'], packages: ['either'] };
  const plain = { programs: ['berth-plain'], packages: ['plain'] };
  expect(missing([either, plain], `/nowhere:${folder}`)).toEqual([plain]);
});
