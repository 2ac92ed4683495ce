import { expect, it } from 'vitest';
import { createRepository, repository } from './fixture.ts';
import { contractLists, copiedLists } from './lists.ts';

const home = 'packages/contract/src/rules/fruit.ts';
const declaration = `export const FRUIT = ['apple', 'pear', 'plum'] as const;\n`;
const lists = [{ name: 'FRUIT', file: home, members: ['apple', 'pear', 'plum'] }];
const copies = (file: string, text: string) =>
  copiedLists(createRepository({ [home]: declaration, [file]: text }), lists);

it.each([
  ['packages/server/src/a.ts', `const fruit = ['plum', 'apple', 'pear'];`],
  ['packages/web/src/a.tsx', `type Fruit = 'apple' | 'pear' | 'plum';`],
  ['e2e/kit/a.ts', `choose({ among: ['apple', 'pear', 'plum'] });`],
  ['packages/contract/src/api/a.ts', `const Fruit = Type.Enum(['apple', 'pear', 'plum']);`],
])('A copy of a list in %s is reported', (file, text) =>
  expect(copies(file, text)).toEqual([`${file}:1: repeats FRUIT of ${home}`]),
);

it.each([
  ['packages/server/src/a.ts', `const some = ['apple', 'pear'];`],
  ['packages/server/src/a.ts', `const more: string[] = ['apple', 'pear', 'plum', ripe];`],
  ['packages/server/src/a.ts', `const call = { errors: ['apple', 'pear', 'plum'] };`],
  ['packages/server/src/a.test.ts', `expect(fruit).toEqual(['apple', 'pear', 'plum']);`],
])('In %s, %s passes', (file, text) => expect(copies(file, text)).toEqual([]));

it('No list of the contract is written twice', { timeout: 60_000 }, async () => {
  const all = await contractLists(repository);
  const names = all.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['LANGUAGES', 'SESSION_TYPES', 'MachineStatus', 'BATCH_COMMANDS', 'PAYMENT_KINDS', 'ROLES']),
  );
  expect(copiedLists(repository, all)).toEqual([]);
});
