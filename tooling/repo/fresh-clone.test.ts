import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from './fixture.ts';

const STATIC = /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm;

/** Packages that a module needs before it runs, directly or through other files, as FILE: PACKAGE. */
function packagesOf(file: string, seen: Set<string>): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...readFileSync(file, 'utf8').matchAll(STATIC)].flatMap(([, name = '']) => {
    if (name.startsWith('.')) return packagesOf(join(dirname(file), name), seen);
    return name.startsWith('node:') ? [] : [`${relative(repository, file)}: ${name}`];
  });
}

it('has no command whose program needs a package before it installs them', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(join(repository, 'package.json'), 'utf8'),
  );
  const programs = Object.values(scripts).flatMap((script) => /^exec node (tooling\/\S+)/.exec(script)?.[1] ?? []);
  expect(programs).toContain('tooling/start.mjs');
  const seen = new Set<string>();
  expect(programs.flatMap((name) => packagesOf(join(repository, name), seen))).toEqual([]);
  // It follows imports: almost everything in tooling/lib is needed by some program.
  expect(seen.size).toBeGreaterThan(30);
});
