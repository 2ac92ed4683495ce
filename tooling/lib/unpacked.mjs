import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aptGet } from './apt.mjs';
import { missing } from './debian.mjs';
import { root } from './paths.mjs';
import { startProgress } from './progress.mjs';
import { run } from './run.mjs';

/**
 * Where packages that must not be installed are unpacked, laid out like Debian's root folder;
 * packages/device/src/testing uses the same path.
 */
const folder = join(root, 'node_modules/.cache/debian');

/** An installed NetworkManager would take over this computer's own network; dnsmasq serves addresses to it. */
const needs = [
  { programs: ['NetworkManager'], packages: ['network-manager'] },
  { programs: ['dnsmasq'], packages: ['dnsmasq-base'] },
];

/**
 * Unpacks programs for tests that must not be installed. Without apt, network or root, the tests that need them are
 * left out.
 */
export async function ensureUnpacked() {
  const path = `${process.env.PATH ?? ''}:${join(folder, 'usr/sbin')}`;
  if (missing(needs, path).length === 0) return;
  if (process.getuid?.() !== 0 || missing([{ programs: ['apt-get'], packages: ['apt'] }]).length > 0) return;
  const progress = startProgress('unpacking NetworkManager for the tests, without installing it');
  const archives = join(folder, 'archives');
  mkdirSync(join(archives, 'partial'), { recursive: true });
  try {
    // With all dependencies that this computer lacks.
    const options = [
      '-y',
      '-q',
      '--no-install-recommends',
      '--download-only',
      '-o',
      `Dir::Cache::archives=${archives}`,
    ];
    const names = needs.flatMap(({ packages }) => packages);
    const { code, output } = await aptGet(['install', ...options, ...names], progress.at);
    if (code !== 0) {
      progress.failed();
      console.log(output);
      return;
    }
    for (const name of readdirSync(archives).filter((each) => each.endsWith('.deb')))
      await run('dpkg-deb', ['-x', join(archives, name), folder]);
    progress.done();
  } finally {
    rmSync(archives, { recursive: true, force: true });
  }
}
