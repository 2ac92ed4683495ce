import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { shieldedScripts } from './scripts.ts';

it('reports a script that does not stop on signals to npm', () => {
  const scripts = { start: 'node tooling/start.mjs', test: 'exec node tooling/test.mjs', types: 'tsc --build' };
  expect(shieldedScripts(createRepository({ 'package.json': JSON.stringify({ scripts }) }))).toEqual([
    'package.json: start: "node tooling/start.mjs" gets no signals; begin it with exec',
  ]);
});

it('finds none in this repository', () => expect(shieldedScripts(repository)).toEqual([]));
