import { writeFileSync } from 'node:fs';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testFolder } from '../../testing/folders.ts';
import { linuxUpdates } from './updates.ts';

/** A computer whose systemd-run runs its command directly, with a simulated apt-get. */
async function computer(upgrade: string) {
  const folder = await testFolder();
  const programs = join(folder, 'bin');
  await mkdir(programs);
  const program = async (name: string, script: string): Promise<void> => {
    await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(programs, name), 0o755);
  };
  await program('systemd-run', `echo "$@" >> ${folder}/units; while [ "$1" != sh ]; do shift; done; exec "$@"`);
  await program('apt-get', `echo "$@" >> ${folder}/orders; case "$*" in *upgrade*) ${upgrade};; esac`);
  vi.stubEnv('PATH', `${programs}:${process.env.PATH}`);
  const lines = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim().split('\n');
  return { updates: linuxUpdates(join(folder, 'update')), folder, lines };
}

test('runs apt in its own unit, which outlives the agent, and reports progress', async () => {
  // Continues once the output was read.
  const say = (line: string, percent: number) =>
    `echo "${line}" >&3; while [ ! -e "$0.${percent}" ]; do sleep 0.05; done`;
  const { updates, folder, lines } = await computer(
    [say('dlstatus:1:20.5:Retrieving', 20), say('pmstatus:berth:66.7:Installing', 66)].join('; '),
  );
  const said: string[] = [];
  await updates.install((doing) => {
    said.push(doing);
    const [percent] = /\d+/.exec(doing) ?? [];
    if (percent) writeFileSync(join(folder, 'bin', `apt-get.${percent}`), '');
  });
  expect([...new Set(said)]).toEqual([
    'apt-get update',
    'apt-get upgrade',
    'apt-get upgrade 20 %',
    'apt-get upgrade 66 %',
  ]);
  expect(await lines('orders')).toEqual([
    '-o APT::Status-Fd=3 update -q',
    '-o APT::Status-Fd=3 upgrade -y -q -o Dpkg::Options::=--force-confold',
  ]);
  for (const unit of await lines('units')) {
    expect(unit).toMatch(/^--unit=berth-update --wait --collect /);
    // With a pipe to the agent, apt would end with the agent.
    expect(unit).not.toContain('--pipe');
  }
  await expect(stat(join(folder, 'update'))).rejects.toThrow('ENOENT');
});

test('reports the last line of apt if an update fails', async () => {
  const { updates } = await computer('echo "E: Unable to fetch some archives"; exit 100');
  await expect(updates.install(() => {})).rejects.toThrow('apt-get upgrade failed: E: Unable to fetch some archives');
});
