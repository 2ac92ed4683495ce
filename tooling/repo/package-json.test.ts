import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { openVersions, shieldedScripts } from './package-json.ts';

it('reports every dependency that is not pinned', () => {
  const root = createRepository({
    'package.json': JSON.stringify({
      devDependencies: { a: '1.2.3', b: '^1.2.3' },
      optionalDependencies: { c: '1.2' },
    }),
    'packages/x/package.json': JSON.stringify({ dependencies: { d: 'latest', e: '1.0.0-beta.2', f: 'npm:g@1.0.0' } }),
  });
  expect(openVersions(root)).toEqual([
    'package.json: b ^1.2.3 is no exact version',
    'package.json: c 1.2 is no exact version',
    'packages/x/package.json: d latest is no exact version',
  ]);
});

it('finds every dependency of this repository pinned', () => expect(openVersions(repository)).toEqual([]));

it('reports a script that does not stop on signals to npm', () => {
  const scripts = { start: 'node tooling/start.mjs', test: 'exec node tooling/test.mjs', types: 'tsc --build' };
  expect(shieldedScripts(createRepository({ 'package.json': JSON.stringify({ scripts }) }))).toEqual([
    'package.json: start: "node tooling/start.mjs" gets no signals; begin it with exec',
  ]);
});

it('finds no such script in this repository', () => expect(shieldedScripts(repository)).toEqual([]));
