import type { MachineId } from '@berth/contract/ids';
import { expect, test } from 'vitest';
import { planGroups } from './start-rollout.ts';
import type { Candidate, GroupWish } from './store-start.ts';

const machines = Array.from(
  { length: 10 },
  (_, index): Candidate => ({ machineId: `m${index}` as MachineId, tags: index < 4 ? ['lab'] : [] }),
);

const sizes = (wishes: readonly GroupWish[]) => planGroups(machines, wishes).map(({ machineIds }) => machineIds.length);

test.each<[string, readonly GroupWish[], readonly number[]]>([
  ['percent of all, and the rest', [{ percent: 10 }, { percent: 50 }], [1, 5, 4]],
  ['a fraction is rounded up, so that no group is empty', [{ percent: 1 }], [1, 9]],
  ['a tag, and the rest', [{ tag: 'lab' }], [4, 6]],
  ['percent of those with a tag', [{ tag: 'lab', percent: 50 }, { tag: 'lab' }], [2, 2, 6]],
  ['a tag without machines', [{ tag: 'none' }], [0, 10]],
  ['nothing is left', [{ percent: 100 }], [10]],
  ['more than all machines', [{ percent: 80 }, { percent: 80 }], [8, 2]],
])('%s', (_case, wishes, expected) => expect(sizes(wishes)).toEqual(expected));

test('each machine is in one group', () => {
  const ids = planGroups(machines, [{ tag: 'lab' }, { percent: 30 }]).flatMap(({ machineIds }) => machineIds);
  expect(ids.toSorted()).toEqual(machines.map(({ machineId }) => machineId).toSorted());
});
