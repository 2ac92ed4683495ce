import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './paths.mjs';

test('an unknown option prints a message, not a stack', () => {
  const args = [join(root, 'tooling/image.mjs'), '--color'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain("Unknown option '--color'");
  expect(stderr).not.toMatch(/^\s+at /m);
});
