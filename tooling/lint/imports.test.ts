import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describe as describeViolation, lintImports } from './imports.ts';

const house: Record<string, string> = {
  'packages/contract/package.json': JSON.stringify({ exports: { './*': './src/*.ts' } }),
  'packages/server/package.json': JSON.stringify({ dependencies: { '@berth/contract': '0.1.0' } }),
  'packages/web/package.json': JSON.stringify({ exports: { './*': './src/*' } }),
  'packages/console/package.json': JSON.stringify({ dependencies: { '@berth/web': '0.1.0' } }),
  'packages/session/package.json': JSON.stringify({ exports: { './main.tsx': './src/main.tsx' } }),
  'packages/testing/package.json': JSON.stringify({ exports: { './*': './src/*.ts' } }),
  'packages/device/package.json': JSON.stringify({
    exports: { './agent': './src/agent.ts', './system/fake': './src/system/fake/index.ts' },
  }),
  'e2e/package.json': JSON.stringify({ exports: { './kit/*': './kit/*.ts' } }),
  'packages/simulator/package.json': JSON.stringify({ dependencies: { '@berth/device': '0.1.0' } }),
};

let root: string;
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
};
const report = () => lintImports(root).map(describeViolation);
const from = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`;
const load = (specifier: string) => `export const y = await import('${specifier}');\n`;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'berth-lint-'));
  for (const [file, text] of Object.entries(house)) write(file, text);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Each row: the rule, the violating file with its line, and its content. */
const planted: [rule: number, file: string, line: number, text: string][] = [
  [1, 'packages/contract/src/ids.ts', 1, from('@berth/server/app')],
  [1, 'packages/contract/src/ids.ts', 1, from('node:crypto')],
  [1, 'packages/contract/src/ids.ts', 1, from('ajv')],
  [2, 'packages/server/src/app.ts', 1, from('@berth/device/agent')],
  [2, 'packages/console/src/app/x.tsx', 1, load('@berth/server')],
  [2, 'packages/device/src/link/x.ts', 1, from('@berth/server')],
  [2, 'packages/console/src/areas/machines/x.tsx', 1, from('@berth/session/home/y.tsx')],
  [2, 'packages/session/src/home/x.tsx', 1, load('@berth/console/areas/machines/y.tsx')],
  [2, 'packages/web/src/data/x.ts', 1, from('@berth/console/main.tsx')],
  [2, 'packages/server/src/app.ts', 1, from('@berth/testing/ports')],
  [3, 'packages/server/src/platform/x.ts', 1, from('../db/y.ts')],
  [3, 'packages/server/src/db/x.ts', 1, load('../features/machines/store.ts')],
  [3, 'packages/server/src/http/x.ts', 1, from('../gateway/y.ts')],
  [3, 'packages/server/src/features/machines/list.ts', 1, from('../../config/config.ts')],
  [3, 'packages/server/src/app.ts', 1, from('./main.ts')],
  [3, 'packages/server/src/app.ts', 1, from('./testing/stack.ts')],
  [3, 'packages/server/src/features/machines/list.ts', 1, from('./testing/machine.ts')],
  [3, 'packages/web/src/ui/button.tsx', 1, from('../data/api.ts')],
  [3, 'packages/web/src/ui/button.tsx', 1, from('react-router')],
  [3, 'packages/web/src/lib/x.ts', 1, `export { x as z, w } from '../i18n/y.ts';\nexport const a = 1;\n`],
  [3, 'packages/web/src/lib/x.ts', 4, `import type {\n  A,\n  B,\n} from '../ui/y.ts';\n`],
  [3, 'packages/web/src/lib/x.ts', 1, `import '../ui/y.css';\n`],
  [3, 'packages/device/src/state/x.ts', 1, from('../link/y.ts')],
  [3, 'packages/device/src/bridge/x.ts', 1, from('../link/y.ts')],
  [3, 'packages/device/src/features/power/x.ts', 1, from('../../system/linux/y.ts')],
  [3, 'packages/device/src/features/power/x.ts', 1, from('node:child_process')],
  [4, 'packages/server/src/features/machines/list.ts', 1, `import type { X } from '../profiles/store.ts';\n`],
  [4, 'packages/device/src/features/power/x.ts', 1, load('../session/y.ts')],
  [5, 'packages/server/src/app.ts', 1, from('../../contract/src/ids.ts')],
  [5, 'packages/console/src/app/x.ts', 1, from('../../../../tooling/x.ts')],
  [5, 'packages/simulator/src/main.ts', 1, from('@berth/device/link/link')],
  [5, 'packages/device/src/agent.ts', 1, from('@berth/device/system/fake')],
  [5, 'e2e/journeys/main.spec.ts', 1, from('../../packages/server/src/app.ts')],
  [5, 'bench/main.ts', 1, from('@berth/server/app')],
  [5, 'bench/main.ts', 1, from('../e2e/kit/server.ts')],
  [5, 'packages/server/src/app.ts', 1, from('@berth/e2e/kit/server')],
];

describe('the import lint', () => {
  it.each(planted)('reports a violation of rule %i in %s', (rule, file, line, text) => {
    write(file, text);
    const found = report();
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`${file}:${line}: rule ${rule}: imports '`);
    const specifier = /'([^']+)'/.exec(text)?.[1];
    expect(found[0]).toContain(`'${specifier}'`);
  });

  it('reports packages that declare a forbidden dependency', () => {
    write('packages/server/package.json', JSON.stringify({ devDependencies: { '@berth/device': '0.1.0' } }));
    write('packages/contract/tsconfig.json', JSON.stringify({ references: [{ path: '../client' }] }));
    expect(report()).toEqual([
      'packages/contract/tsconfig.json: rule 1: contract must not depend on client; it may depend on no package',
      'packages/server/package.json: rule 2: server must not depend on device; it may depend on contract, testing',
    ]);
  });

  it.each(['packages/server/src/db/index.ts', 'packages/contract/src/profile.ts'])('reports the barrel %s', (file) => {
    write(file, `/** All of it. */\nexport * from './a.ts';\n`);
    expect(report()[0]).toMatch(`${file}: rule 5: a barrel file`);
    write(file, `import type { A } from './a.ts';\nexport { b, type C } from './b.ts';\nexport type { A };\n`);
    expect(report()[0]).toMatch(`${file}: rule 5: a barrel file`);
  });

  it('reports a circle of imports inside a package, also one closed by a dynamic import', () => {
    const folder = 'packages/console/src/areas/palette';
    write(`${folder}/actions.ts`, from('./open.tsx'));
    write(`${folder}/open.tsx`, load('./palette.tsx'));
    write(
      `${folder}/palette.tsx`,
      `import { type A, useActions } from './actions.ts';\nexport const b = useActions;\n`,
    );
    expect(report()).toEqual([
      `${folder}/actions.ts: rule 6: a circle of imports: actions.ts → open.tsx → palette.tsx → actions.ts`,
    ]);
  });

  it('accepts a circle closed by type imports only', () => {
    const folder = 'packages/device/src/features/power';
    write(`${folder}/power.ts`, from('./order.ts'));
    write(`${folder}/order.ts`, `import type { A } from './power.ts';\nexport const x: A = 1;\n`);
    expect(report()).toEqual([]);
    write(`${folder}/order.ts`, `import {\n  type A,\n  type B,\n} from './power.ts';\nexport const x: A | B = 1;\n`);
    expect(report()).toEqual([]);
  });

  it('reports an unknown folder', () => {
    write('packages/server/src/utils/x.ts', 'export const x = 1;\n');
    expect(report()[0]).toContain('packages/server/src/utils/x.ts: rule 3: utils is no layer of server');
  });

  it('reports a file with more than 25 imports, but not a test', () => {
    const imports = (count: number) => Array.from({ length: count }, (_, n) => from(`./part-${n}.ts`)).join('');
    write('packages/server/src/app.ts', imports(25));
    write('packages/server/src/app.test.ts', imports(26));
    expect(report()).toEqual([]);
    write('packages/server/src/app.ts', imports(26));
    expect(report()).toEqual(['packages/server/src/app.ts: rule 7: 26 imports; 25 at most, split what it does']);
  });

  it('accepts a valid repository', () => {
    write('packages/contract/src/ids.ts', from('typebox'));
    write('packages/contract/src/ids.test.ts', from('node:fs') + from('ajv/dist/2020.js'));
    write('packages/server/src/main.ts', from('./app.ts') + from('./config/config.ts'));
    write('packages/server/src/app.ts', from('./features/machines/list.ts') + from('./gateway/x.ts'));
    write('packages/server/src/features/machines/list.ts', from('./store.ts') + from('../../http/bind.ts'));
    write('packages/server/src/features/machines/list.test.ts', from('../../app.ts') + from('@berth/testing/ports'));
    write('packages/server/src/testing/stack.ts', from('../app.ts') + from('@berth/contract/api/machines'));
    write(
      'packages/console/src/areas/machines/page.tsx',
      from('@berth/web/paths/paths.ts') + from('../../forms/form.tsx'),
    );
    write('packages/session/src/main.tsx', from('./app.tsx') + load('./home/home.tsx') + from('@berth/web/ui/y.tsx'));
    write('packages/client/src/session.ts', from('@berth/session/main.tsx'));
    write('packages/device/src/main.ts', from('./agent.ts') + from('./system/linux/power.ts'));
    write('packages/device/src/features/power/power.ts', from('../../system/ports.ts') + from('../../state/file.ts'));
    write('packages/device/src/system/linux/run.ts', from('node:child_process') + from('../ports.ts'));
    write('packages/device/src/system/fake/index.ts', `export { fakePower } from './power.ts';\n`);
    write('packages/simulator/src/main.ts', from('@berth/device/agent') + from('@berth/device/system/fake'));
    write('bench/main.ts', from('@berth/e2e/kit/server'));
    write('e2e/stack.ts', from('@berth/contract/ids') + from('./machine.ts'));
    expect(report()).toEqual([]);
  });

  it('ignores imports in comments', () => {
    write(
      'packages/server/src/db/x.ts',
      `// import '../app.ts'\n/**\n * await import('../app.ts')\n */\nexport const x = 1;\n`,
    );
    expect(report()).toEqual([]);
  });

  it('finds nothing in this repository', () => {
    expect(lintImports(fileURLToPath(new URL('../..', import.meta.url))).map(describeViolation)).toEqual([]);
  });
});
