import type { MachineRuntime } from '@berth/contract/api/machines';
import type { MachineId, ProfileId } from '@berth/contract/ids';
import { describe, expect, it } from 'vitest';
import { countStates, filterMachines } from './filter.ts';
import { revisionStateOf, stateOf } from './machine-state.ts';

function machine(name: string, facts: Partial<MachineRuntime> = {}): MachineRuntime {
  return {
    id: `${name.length.toString(16)}bc${'0'.repeat(29)}`.slice(0, 32) as MachineId,
    name,
    online: true,
    status: 'normal',
    rebootNeeded: false,
    uptime: 1,
    runningSince: null,
    lastSeen: null,
    profileId: 'p1' as ProfileId,
    desiredRevision: 2,
    appliedRevision: 2,
    ...facts,
  };
}

const hall = machine('Schalterhalle');
const quay = machine('Kai 7', { online: false, status: 'updating' });
const gate = machine('Tor', { status: 'reboot-needed', appliedRevision: 1 });
const all = [hall, quay, gate];
const profileName = (each: MachineRuntime) => (each === gate ? 'Einfahrt' : 'Standard');
const found = (text: string, state?: 'online' | 'offline' | 'reboot-needed') =>
  filterMachines(all, { text, state }, profileName).map(({ name }) => name);

describe('a search', () => {
  it.each([
    ['', ['Schalterhalle', 'Kai 7', 'Tor']],
    ['HALLE', ['Schalterhalle']],
    ['  kai ', ['Kai 7']],
    ['einfahrt', ['Tor']],
    ['dbc000', ['Schalterhalle']],
    ['DBC000', ['Schalterhalle']],
    ['nirgends', []],
  ])('for %j finds %j', (text, names) => expect(found(text)).toEqual(names));

  it('looks only among the machines of the chosen state', () => {
    expect(found('', 'offline')).toEqual(['Kai 7']);
    expect(found('halle', 'offline')).toEqual([]);
  });
});

describe('the state of a machine', () => {
  it('is offline whatever it last said of itself', () => expect(stateOf(quay)).toBe('offline'));

  it('is counted', () => {
    expect(Object.fromEntries(countStates(all))).toEqual({ online: 1, offline: 1, 'reboot-needed': 1 });
  });

  it('is pending while another revision is applied than desired', () => {
    expect(revisionStateOf(hall)).toBe('current');
    expect(revisionStateOf(gate)).toBe('pending');
    expect(revisionStateOf({ ...hall, appliedRevision: null })).toBe('pending');
    expect(revisionStateOf({ ...hall, desiredRevision: null })).toBe('none');
  });
});
