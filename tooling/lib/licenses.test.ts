import { expect, test } from 'vitest';
import { installedBelow, licensesOf } from './licenses.mjs';
import { root } from './paths.mjs';

test('dependencies are resolved as Node does: the nearest one, through workspaces, and once', () => {
  const locked = {
    'packages/a': { dependencies: { b: '1', ours: '1' } },
    'packages/ours': { dependencies: { c: '1' } },
    'node_modules/ours': { link: true, resolved: 'packages/ours' },
    'node_modules/b': { dependencies: { c: '2', b: '1' }, peerDependencies: { missing: '1' } },
    'node_modules/b/node_modules/c': {},
    'node_modules/c': {},
    'node_modules/unused': {},
  };
  expect(installedBelow(locked, ['packages/a'])).toEqual([
    'node_modules/b',
    'node_modules/b/node_modules/c',
    'node_modules/c',
  ]);
});

test("a machine package includes the licenses of its own parts, and none of the server's", () => {
  const text = licensesOf(root, ['packages/client', 'packages/device']);
  expect(text).toMatch(/^react 19\.\d+\.\d+ \(MIT\)$/m);
  expect(text).toMatch(/^ws 8\.\d+\.\d+ \(MIT\)$/m);
  expect(text).toContain('Permission is hereby granted');
  expect(text).not.toMatch(/^fastify /m);
});
