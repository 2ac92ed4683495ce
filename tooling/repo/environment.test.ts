import { expect, it } from 'vitest';
import { strayEnvironment, undocumentedVariables } from './environment.ts';
import { createRepository, repository } from './fixture.ts';

it('reports code outside the configuration that reads the environment', () => {
  const text = 'export const port = process.env.PORT;\n';
  const root = createRepository({
    'packages/server/src/main.ts': text,
    'packages/server/src/config/read.ts': text,
    'packages/server/src/http/listen.ts': text,
    'packages/server/src/http/listen.test.ts': text,
  });
  expect(strayEnvironment(root)).toEqual([
    'packages/server/src/http/listen.ts:1: reads the environment; only config/ does',
  ]);
});

it('reports a setting that the README does not list', () => {
  const root = createRepository({
    'README.md': '| `BERTH_PORT` | where it listens |',
    'packages/server/src/config/config.ts': `text('BERTH_PORT'); url('SMTP_URL', ['smtp:']); atMost(variables, 'BERTH_HOSTS', 3);`,
  });
  expect(undocumentedVariables(root)).toEqual(['SMTP_URL is not in README.md', 'BERTH_HOSTS is not in README.md']);
});

it('finds no violation in this repository', () => expect(strayEnvironment(repository)).toEqual([]));
it('finds every setting of this repository in its README', () => expect(undocumentedVariables(repository)).toEqual([]));
