import type { ListedAuditEntry } from '@berth/contract/api/audit';
import { expect, it } from 'vitest';
import { groupEntries, targetPath } from './entries.ts';

const ENTRY = {
  actorKind: 'person',
  actor: 'grace@company.example',
  action: 'machines.assignProfile',
  targetKind: 'machine',
  targetName: 'Front desk',
  after: null,
} as const;

function entry(sequence: number, minute: number, more: Partial<ListedAuditEntry> = {}): ListedAuditEntry {
  const time = new Date(Date.UTC(2026, 10, 23, 8, minute)).toISOString();
  return { ...ENTRY, sequence, time, targetId: `machine-${sequence}`, ...more } as ListedAuditEntry;
}

const sizes = (entries: readonly ListedAuditEntry[]) => groupEntries(entries).map((group) => group.entries.length);

it('puts the same action on several targets into one group', () => {
  expect(sizes([entry(3, 9), entry(2, 8), entry(1, 8)])).toEqual([3]);
});

it('separates other actors, actions, commands and later entries', () => {
  expect(sizes([entry(2, 9, { actor: 'ada@company.example' }), entry(1, 9)])).toEqual([1, 1]);
  expect(sizes([entry(2, 9, { action: 'machines.rename' }), entry(1, 9)])).toEqual([1, 1]);
  expect(sizes([entry(2, 9, { after: { type: 'reboot' } }), entry(1, 9, { after: { type: 'notify' } })])).toEqual([
    1, 1,
  ]);
  expect(sizes([entry(2, 30), entry(1, 9)])).toEqual([1, 1]);
});

it('links to a target that still has a page', () => {
  expect(targetPath(entry(1, 1))).toBe('/manage/machines/machine-1');
  expect(targetPath(entry(1, 1, { targetKind: 'profile', targetId: 'p' }))).toBe('/manage/profile/p');
  expect(targetPath(entry(1, 1, { targetName: null }))).toBeUndefined();
  expect(targetPath(entry(1, 1, { targetKind: 'webhook', action: 'webhooks.delete' }))).toBeUndefined();
});
