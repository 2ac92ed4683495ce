import { CHANGED_AT_ONCE_MAX } from '@berth/contract/api/fleet';
import type { MachineId, ProfileId } from '@berth/contract/ids';
import { expect, test } from 'vitest';
import { undoProfiles, undoTags } from './change-machines.ts';

const [DAY, NIGHT] = ['day', 'night'] as unknown as [ProfileId, ProfileId];
const machines = (count: number) => Array.from({ length: count }, (_, index) => `m${index}` as MachineId);

test('undo restores the previous profile of each machine', () => {
  const [a, b, c] = machines(3) as [MachineId, MachineId, MachineId];
  const moved = [
    { machineId: a, before: DAY },
    { machineId: b, before: NIGHT },
    { machineId: c, before: DAY },
  ];
  expect(undoProfiles(moved)).toEqual([
    { machineIds: [a, c], profileId: DAY },
    { machineIds: [b], profileId: NIGHT },
  ]);
});

test('undo changes nothing if a machine had no profile before', () => {
  const [a, b] = machines(2) as [MachineId, MachineId];
  expect(
    undoProfiles([
      { machineId: a, before: DAY },
      { machineId: b, before: null },
    ]),
  ).toEqual([]);
});

test('no call names more machines than the limit', () => {
  const all = machines(CHANGED_AT_ONCE_MAX + 1);
  const calls = undoTags(all, ['lobby'], []);
  expect(calls.map(({ machineIds }) => machineIds?.length)).toEqual([CHANGED_AT_ONCE_MAX, 1]);
  expect(calls.flatMap(({ machineIds = [] }) => machineIds)).toEqual(all);
});

test('undo restores one tag, but not a set of several', () => {
  const [a] = machines(1) as [MachineId];
  expect(undoTags([a], ['lobby'], [])).toEqual([{ machineIds: [a], removeTags: ['lobby'] }]);
  expect(undoTags([a], [], ['lobby'])).toEqual([{ machineIds: [a], addTags: ['lobby'] }]);
  expect(undoTags([a], ['lobby', 'printer'], [])).toEqual([]);
  expect(undoTags([a], ['lobby'], ['printer'])).toEqual([]);
});
