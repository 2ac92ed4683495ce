import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRepository, repository } from '../repo/fixture.ts';
import { graphOf } from './graph.ts';
import { journeyAreas, journeyFolders } from './journeys.ts';
import { changedSince } from './main.ts';
import { select } from './select.ts';

const boots = "import { boot } from '../../testing/server.ts';\nboot();\n";
const house: Readonly<Record<string, string>> = {
  'packages/contract/package.json': JSON.stringify({ exports: { './*': './src/*.ts' } }),
  'packages/contract/src/limits.ts': 'export const LIMIT = 1;\n',
  'packages/contract/src/api/billing.ts': "import { LIMIT } from '../limits.ts';\nexport const pay = LIMIT;\n",
  'packages/contract/src/api/all.ts': "import { pay } from './billing.ts';\nexport const ALL = [pay];\n",
  'packages/contract/src/api/all.test.ts': "import { ALL } from './all.ts';\n",
  'packages/contract/src/api/names.ts': "import { ALL } from './all.ts';\n",
  'packages/contract/src/api/names.test.ts': "import './names.ts';\n",
  'packages/server/package.json': '{}',
  'packages/server/src/app.ts':
    "import './http/server.ts';\nimport './features/billing/pay.ts';\nimport './features/machines/list.ts';\n",
  'packages/server/src/app.test.ts': "import './app.ts';\n",
  'packages/server/src/http/server.ts': "import '../db/migrate.ts';\n",
  'packages/server/src/db/migrate.ts': "const folder = new URL('migrations', import.meta.url);\n",
  'packages/server/src/db/migrations/0100/tables.sql': '',
  'packages/server/src/db/generated.test.ts': '',
  'packages/server/src/testing/server.ts': "import { start } from '../app.ts';\nexport const boot = start;\n",
  'packages/server/src/features/billing/pay.ts':
    "import { pay } from '@berth/contract/api/billing';\nexport const route = pay;\n",
  'packages/server/src/features/billing/pay.test.ts': boots,
  'packages/server/src/features/machines/list.ts': "import type { pay } from '../billing/pay.ts';\n",
  'packages/server/src/features/machines/list.test.ts': boots,
  'packages/server/src/features/machines/columns.test.ts': "import './list.ts';\n",
  'packages/session/package.json': '{}',
  'packages/session/src/home/home.tsx': "import './home.css';\nimport { folder } from 'virtual:berth-messages';\n",
  'packages/session/src/home/home.css': '',
  'packages/session/src/home/home.test.tsx': "import './home.tsx';\n",
  'packages/session/src/page.test.ts': "const file = join(import.meta.dirname, '../../client/' + name);\n",
  'packages/client/session.html': '',
  'packages/contract/src/texts/eng/home.json': '{}',
  'tooling/repo/words.test.ts': "const root = new URL('../..', import.meta.url);\n",
  'e2e/package.json': '{}',
  'e2e/kit/machine.ts': "const MAIN = join(import.meta.dirname, '../../packages/server/src/app.ts');\n",
  'e2e/journeys/mirror.spec.ts': "import '../kit/machine.ts';\n",
  'e2e/journeys/organization.spec.ts': "import '@playwright/test';\n",
  'e2e/journeys/unnamed.spec.ts': '',
  'docs/guide.md': '',
};

const server = (path: string) => `packages/server/src/${path}.test.ts`;
const selected = (...changed: string[]) => {
  const { unit, journeys, client } = select(graphOf(createRepository(house)), changed);
  // Reads the whole repository, after every change.
  expect(unit).toContain('tooling/repo/words.test.ts');
  const names = journeys.map((file) => file.replace(/^.*\/|\.spec\.ts$/g, ''));
  return { unit: unit.filter((file) => file !== 'tooling/repo/words.test.ts').toSorted(), journeys: names, client };
};

describe('what a change can reach', () => {
  it.each([
    ['a test', [server('features/billing/pay')], [server('features/billing/pay')]],
    [
      'what a test imports through others',
      ['packages/contract/src/limits.ts'],
      ['packages/contract/src/api/all.test.ts', server('app'), server('features/billing/pay')],
    ],
    [
      'a list of everything: all who use it',
      ['packages/contract/src/api/all.ts'],
      ['packages/contract/src/api/all.test.ts', 'packages/contract/src/api/names.test.ts'],
    ],
    [
      'a feature: its own tests, not those of other features that start the same server',
      ['packages/server/src/features/billing/pay.ts'],
      [server('app'), server('features/billing/pay')],
    ],
    [
      'what all features stand on',
      ['packages/server/src/http/server.ts'],
      [server('app'), server('features/billing/pay'), server('features/machines/list')],
    ],
    [
      'a file in a folder that is read',
      ['packages/server/src/db/migrations/0100/tables.sql'],
      [server('app'), server('features/billing/pay'), server('features/machines/list')],
    ],
    ['a style', ['packages/session/src/home/home.css'], ['packages/session/src/home/home.test.tsx']],
    [
      'a text, by the module made of all',
      ['packages/contract/src/texts/eng/home.json'],
      ['packages/session/src/home/home.test.tsx'],
    ],
    [
      'a page in a folder that is read by a variable name',
      ['packages/client/session.html'],
      ['packages/session/src/page.test.ts'],
    ],
    ['a document', ['docs/guide.md'], []],
    [
      'a file that is gone',
      ['packages/server/src/features/machines/gone.ts'],
      [server('features/machines/columns'), server('features/machines/list')],
    ],
  ])('%s', (_, changed, expected) => expect(selected(...changed).unit).toEqual(expected.toSorted()));

  it.each([
    ['packages/server/src/features/billing/pay.ts', ['keyboard-editing', 'main-job', 'organization', 'unnamed'], false],
    ['packages/session/src/home/home.tsx', ['main-job', 'session', 'session-layout'], true],
    ['packages/server/src/features/billing/pay.test.ts', [], false],
    ['e2e/kit/machine.ts', ['mirror'], false],
    ['docs/guide.md', [], false],
  ])('%s runs the journeys of its area, and the main job', (file, journeys, client) => {
    const found = selected(file);
    expect(found.journeys).toEqual(expect.arrayContaining(journeys));
    expect(found.journeys.length > 0).toBe(journeys.length > 0);
    expect(found.client).toBe(client);
  });

  it('a change to shared test infrastructure runs everything', () => {
    const everything = Object.keys(house).filter((file) => /\.test\.tsx?$/.test(file) && !file.includes('words'));
    const found = selected('package-lock.json');
    expect(found.unit).toEqual(everything.toSorted());
    expect(found).toMatchObject({ journeys: ['mirror', 'organization', 'unnamed'], client: true });
  });
});

it('lists every journey of this repository with its areas', () => {
  const specs = readdirSync(join(repository, 'e2e/journeys')).filter((file) => file.endsWith('.spec.ts'));
  expect(specs).toEqual(expect.arrayContaining(Object.keys(journeyAreas).map((name) => `${name}.spec.ts`)));
  const driven = new Set(journeyFolders().map(({ folder }) => folder));
  expect([...driven].filter((folder) => !existsSync(join(repository, folder)))).toEqual([]);
  const areas = ['console/src/areas', 'session/src', 'server/src/features', 'device/src/features'].flatMap((home) =>
    readdirSync(join(repository, 'packages', home), { withFileTypes: true })
      .filter((each) => each.isDirectory() && each.name !== 'testing')
      .map(({ name }) => `packages/${home}/${name}/`),
  );
  expect(areas.filter((area) => !driven.has(area))).toEqual([]);
});

it('compares with where the branch began: committed, uncommitted, new and deleted files', () => {
  const root = createRepository({
    'kept.ts': '1',
    'later.ts': '1',
    'gone.ts': '1',
    'saved.ts': '1',
    '.gitignore': 'dist\n',
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      stdio: 'pipe',
    });
  const commit = () => [git('add', '-A'), git('commit', '-qm', 'x')];
  git('init', '-qb', 'main');
  commit();
  git('switch', '-qc', 'work');
  writeFileSync(join(root, 'saved.ts'), '2');
  commit();
  git('switch', '-q', 'main');
  writeFileSync(join(root, 'later.ts'), '2');
  commit();
  git('switch', '-q', 'work');
  rmSync(join(root, 'gone.ts'));
  for (const name of ['new file.ts', 'dist']) writeFileSync(join(root, name), '');
  expect(changedSince(root, 'main')).toEqual(['gone.ts', 'new file.ts', 'saved.ts']);
});
