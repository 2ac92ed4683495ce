import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './paths.mjs';

test('machine --help prints the options of the agent and installs nothing', () => {
  const clone = mkdtempSync(join(tmpdir(), 'berth-help-'));
  onTestFinished(() => rmSync(clone, { recursive: true }));
  for (const path of ['tooling/machine.mjs', 'tooling/lib', 'packages/device/src/main/options.ts']) {
    mkdirSync(join(clone, dirname(path)), { recursive: true });
    cpSync(join(root, path), join(clone, path), { recursive: true });
  }
  const printed = execFileSync(process.execPath, ['tooling/machine.mjs', '--help'], { cwd: clone, encoding: 'utf8' });
  expect(printed).toContain('--headless');
  expect(printed).toContain('--bridge-port N');
  expect(existsSync(join(clone, 'node_modules'))).toBe(false);
});
