import type { MachineRuntime } from '@berth/contract/api/machines';
import type { MachineId, ProfileId } from '@berth/contract/ids';
import { describe, expect, it } from 'vitest';
import { revisionStateOf, stateOf } from '../machine-status.tsx';
import { type MachineFilter, machinesLike, orderOf, whereOf } from './filter.ts';

const profiles = [
  { id: 'p1' as ProfileId, name: 'Einfahrt' },
  { id: 'p2' as ProfileId, name: 'Standard' },
];
const NOTHING: MachineFilter = {
  text: '',
  state: undefined,
  tag: undefined,
  need: undefined,
  seen: undefined,
  deployment: undefined,
  profileId: undefined,
};
const where = (filter: Partial<MachineFilter>) => whereOf({ ...NOTHING, ...filter }, profiles);

describe('the condition of a list', () => {
  it.each<[string, Partial<MachineFilter>, object]>([
    ['nothing', { text: '  ' }, { unseen: false }],
    ['all machines', { seen: 'all' }, {}],
    ['those that nobody saw for long', { seen: 'unseen' }, { unseen: true }],
    ['those that are connected', { state: 'online' }, { online: true }],
    ['a state', { state: 'offline' }, { and: [{ online: false }, { unseen: false }] }],
    ['what needs looking after', { need: 'behind' }, { behind: true }],
    ['an agent version', { version: '4.2.0', seen: 'all' }, { agentVersion: '4.2.0' }],
    ['no agent version', { version: '', seen: 'all' }, { agentVersion: null }],
    ['a name', { text: ' Halle ' }, { or: [{ search: { ilike: '%Halle%' } }] }],
    ['a name that looks like a pattern', { text: '50%_\\' }, { or: [{ search: { ilike: '%50\\%\\_\\\\%' } }] }],
    [
      'an id, which may be a name too',
      { text: 'DBC0' },
      { or: [{ search: { ilike: '%DBC0%' } }, { id: { like: 'dbc0%' } }] },
    ],
    [
      'a MAC address as Windows writes it',
      { text: '52-54-00-AB-CD-EF' },
      { or: [{ search: { ilike: '%52-54-00-AB-CD-EF%' } }, { search: { ilike: '%52:54:00:ab:cd:ef%' } }] },
    ],
    [
      'part of one as a switch writes it',
      { text: '00ab.cdef' },
      { or: [{ search: { ilike: '%00ab.cdef%' } }, { search: { ilike: '%00:ab:cd:ef%' } }] },
    ],
    [
      'one without separators, which may be an id too',
      { text: '525400abcdef' },
      {
        or: [
          { search: { ilike: '%525400abcdef%' } },
          { search: { ilike: '%52:54:00:ab:cd:ef%' } },
          { id: { like: '525400abcdef%' } },
        ],
      },
    ],
    [
      'a profile by its name',
      { text: 'einfahrt' },
      { or: [{ search: { ilike: '%einfahrt%' } }, { profileId: { inq: ['p1'] } }] },
    ],
    [
      'all of it together',
      { deployment: 'flex', tag: 'lobby', state: 'updating' },
      { and: [{ deployment: 'flex' }, { online: true, status: 'updating' }, { tags: 'lobby' }] },
    ],
  ])('is %s', (_what, filter, expected) => expect(where(filter)).toEqual(expected));
});

describe('the order', () => {
  it.each([
    ['name', ['name ASC']],
    ['-name', ['name DESC']],
    ['state', ['standing ASC']],
    ['-state', ['standing DESC']],
    ['nonsense', ['name ASC']],
  ])('of %s is %j', (sort, order) => expect(orderOf(sort)).toEqual(order));
});

describe('the state of a machine', () => {
  const machine: MachineRuntime = {
    id: '0'.repeat(32) as MachineId,
    shortId: '000000',
    name: 'Tor',
    online: true,
    status: 'normal',
    rebootNeeded: false,
    uptime: 1,
    runningSince: null,
    lastSeen: null,
    profileId: 'p1' as ProfileId,
    desiredRevision: 2,
    appliedRevision: 2,
    upToDate: true,
    messages: [],
    loggedIn: null,
  };

  it('is offline regardless of its last report, and online when idle', () => {
    expect(stateOf({ ...machine, online: false, status: 'updating' })).toBe('offline');
    expect(stateOf(machine)).toBe('online');
  });

  it('is updating while it installs updates, and reboot needed if they require one', () => {
    expect(stateOf({ ...machine, status: 'updating' })).toBe('updating');
    expect(stateOf({ ...machine, status: 'reboot-needed' })).toBe('reboot-needed');
  });

  it('is pending while it shows something else than its profile and layers make', () => {
    expect(revisionStateOf(machine)).toBe('current');
    expect(revisionStateOf({ ...machine, upToDate: false })).toBe('pending');
    expect(revisionStateOf({ ...machine, desiredRevision: null, upToDate: null })).toBe('none');
  });
});

it('finds names whose accents are typed as separate characters', () => {
  const profiles = [{ id: 'p1' as ProfileId, name: 'Büro' }];
  expect(machinesLike('Bu\u0308ro', profiles)).toEqual(machinesLike('Büro', profiles));
});
