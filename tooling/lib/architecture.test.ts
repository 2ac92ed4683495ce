import { realpathSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compilerOf, nodeFor, runProgramsOf } from './architecture.mjs';
import { argumentsFor, kindOf } from './os-computer.mjs';
import { node } from './paths.mjs';

const OTHER = process.arch === 'arm64' ? 'x64' : 'arm64';

it('this computer’s own architecture needs nothing more', async () => {
  expect(compilerOf(process.arch).needs).toEqual([]);
  expect(await nodeFor(process.arch, '/nowhere')).toBe(realpathSync(node));
  await runProgramsOf(process.arch);
});

it('the other architecture has a compiler of its own', () => {
  const { cc, strip, needs } = compilerOf(OTHER);
  expect(cc).toMatch(/^(aarch64|x86_64)-linux-gnu-gcc$/);
  expect(strip).toMatch(/-strip$/);
  expect(needs.flatMap(({ packages }) => packages)).toContain(`gcc-${cc.replace(/-gcc$/, '').replaceAll('_', '-')}`);
  expect(() => compilerOf('riscv64')).toThrow('unsupported architecture riscv64');
});

it('an arm64 computer has its firmware and serial console', () => {
  const args = argumentsFor({ architecture: 'arm64', firmware: 'variables' }).join(' ');
  expect(kindOf('arm64').program).toBe('qemu-system-aarch64');
  expect(args).toContain('-machine virt');
  expect(args).toContain('AAVMF_CODE.fd');
  expect(args).toContain('console=ttyAMA0');
});
