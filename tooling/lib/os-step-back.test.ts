import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from './paths.mjs';

/** The names of a boot partition's versions after 1.2, which runs, has failed. */
function stepBack(tries: string, names: readonly string[], cmdline = 'ro berth-os.version=1.2 quiet\n') {
  const folder = mkdtempSync(join(tmpdir(), 'berth-step-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const given = join(folder, 'cmdline');
  writeFileSync(given, cmdline);
  for (const name of names) writeFileSync(join(folder, name), name);
  const script = join(root, 'deploy/os/initrd/step-back');
  const { status } = spawnSync('bash', [script, tries, folder], { env: { ...process.env, BERTH_CMDLINE: given } });
  expect(status).toBe(0);
  return readdirSync(folder).filter((name) => name.endsWith('.efi'));
}

test('counts the starts of a failed version if there is another one', () => {
  expect(stepBack('1', ['berth_1.1.efi', 'berth_1.2.efi'])).toEqual(['berth_1.1.efi', 'berth_1.2+1.efi']);
  expect(stepBack('0-1', ['berth_1.1.efi', 'berth_1.2.efi'])).toEqual(['berth_1.1.efi', 'berth_1.2+0-1.efi']);
  // A version on trial is another one, too.
  expect(stepBack('1', ['berth_1.2.efi', 'berth_1.3+2-0.efi'])).toEqual(['berth_1.2+1.efi', 'berth_1.3+2-0.efi']);
});

test('leaves the only version that starts as it is, and one whose starts are counted', () => {
  for (const names of [
    ['berth_1.2.efi'],
    ['berth_1.1+0-2.efi', 'berth_1.2.efi'],
    ['berth_1.1.efi', 'berth_1.2+1-1.efi'],
    ['berth_1.1.efi', 'berth_1.20.efi'],
  ])
    expect(stepBack('1', names)).toEqual(names);
  const both = ['berth_1.1.efi', 'berth_1.2.efi'];
  expect(stepBack('1', both, 'ro quiet\n')).toEqual(both);
});
