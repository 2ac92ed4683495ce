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
  const calls = undoTags(all.map((machineId) => ({ machineId, before: [], after: ['lobby'] })));
  expect(calls.map(({ machineIds }) => machineIds?.length)).toEqual([CHANGED_AT_ONCE_MAX, 1]);
  expect(calls.flatMap(({ machineIds = [] }) => machineIds)).toEqual(all);
});

test('undo restores the previous tags of each machine', () => {
  const [a, b, c, d] = machines(4) as [MachineId, MachineId, MachineId, MachineId];
  expect(
    undoTags([
      { machineId: a, before: [], after: ['lobby', 'printer'] },
      { machineId: b, before: ['lobby'], after: ['lobby', 'printer'] },
      { machineId: c, before: ['floor 1', 'old'], after: ['floor 1', 'lobby', 'printer'] },
      { machineId: d, before: ['floor 2'], after: ['floor 2', 'printer', 'lobby'] },
    ]),
  ).toEqual([
    { machineIds: [a, d], removeTags: ['lobby', 'printer'] },
    { machineIds: [b], removeTags: ['printer'] },
    { machineIds: [c], removeTags: ['lobby', 'printer'], addTags: ['old'] },
  ]);
});
