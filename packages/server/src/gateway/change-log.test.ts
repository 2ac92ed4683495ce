import type { MachineId, OrganizationId } from '@berth/contract/ids';
import { expect, test } from 'vitest';
import { ChangeLog } from './change-log.ts';

const organization = 'organization' as OrganizationId;
const machine = (n: number) => `machine ${n}` as MachineId;

test('names the machines that changed since a version', () => {
  const log = new ChangeLog();
  expect(log.since(organization, 0)).toEqual(new Set());
  log.add(organization, machine(1));
  const before = log.version(organization);
  log.add(organization, machine(2));
  log.add('other' as OrganizationId, machine(9));
  log.add(organization, machine(2));
  log.add(organization, machine(3));
  expect(log.since(organization, before)).toEqual(new Set([machine(2), machine(3)]));
  expect(log.since(organization, log.version(organization))).toEqual(new Set());
  // A version that another process told.
  expect(log.since(organization, log.version(organization) + 1)).toBeUndefined();
  expect(log.version('nobody' as OrganizationId)).toBe(0);
  expect(log.since('nobody' as OrganizationId, 0)).toEqual(new Set());
});

test('says that any machine may have changed after a change of all, and after more than it remembers', () => {
  const log = new ChangeLog();
  log.add(organization, machine(1));
  const before = log.version(organization);
  log.add(organization, undefined);
  log.add(organization, machine(2));
  expect(log.since(organization, before)).toBeUndefined();
  expect(log.since(organization, before + 1)).toEqual(new Set([machine(2)]));
  const start = log.version(organization);
  for (let n = 0; n < 10_000; n += 1) log.add(organization, machine(n));
  expect(log.since(organization, start)).toBeUndefined();
  expect(log.since(organization, log.version(organization) - 4_000)).toBeUndefined();
  expect(log.since(organization, log.version(organization) - 2_000)?.has(machine(8_000))).toBe(true);
  expect(log.since(organization, log.version(organization) - 2_000)?.size).toBe(2_000);
});
