import type { MachineId } from '@berth/contract/ids';
import { describe, expect, it } from 'vitest';
import { ALL_SELECTED, countSelected, isSelected, NOTHING_SELECTED, select, selectorsOf } from './selection.ts';

const [a, b, c] = ['a', 'b', 'c'] as readonly string[] as readonly [MachineId, MachineId, MachineId];

describe('a selection', () => {
  it('contains machines of any page', () => {
    const some = select(select(NOTHING_SELECTED, [a, b], true), [b], false);
    expect([isSelected(some, a), isSelected(some, b), countSelected(some, 50)]).toEqual([true, false, 1]);
    expect(selectorsOf(some, { tags: 'x' })).toEqual([{ machineIds: [a] }]);
  });

  it('of all matching machines can exclude some', () => {
    const most = select(ALL_SELECTED, [b], false);
    expect([isSelected(most, a), isSelected(most, b), countSelected(most, 50)]).toEqual([true, false, 49]);
    const filter = JSON.stringify({ where: { and: [{ tags: 'x' }, { id: { nin: [b] } }] } });
    expect(selectorsOf(most, { tags: 'x' })).toEqual([{ filter }]);
    expect(countSelected(select(most, [b], true), 50)).toBe(50);
  });

  it('larger than the limit of a call is sent in several calls', () => {
    const ids = Array.from({ length: 2_001 }, (_, index) => String(index) as MachineId);
    const sent = selectorsOf(select(NOTHING_SELECTED, [...ids, c], true), {});
    expect(sent.map((each) => ('machineIds' in each ? each.machineIds.length : 0))).toEqual([1_000, 1_000, 2]);
  });
});
