import type { CommandId, MachineId, OrganizationId } from '@berth/contract/ids';
import { expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import type { OutgoingCommand } from './ports.ts';
import { createRegistry } from './registry.ts';

const home = 'home' as OrganizationId;
const other = 'other' as OrganizationId;
const desk = 'desk' as MachineId;
const command: OutgoingCommand = { id: 'command' as CommandId, command: 'reboot', payload: {}, expiresInMs: 1_000 };

/** As much of a connection as the registry uses. */
function connection(openedElapsed: number, organizationId = home, machineId = desk) {
  const sent: OutgoingCommand[] = [];
  const made = {
    key: { organizationId, machineId },
    openedElapsed,
    takesCommands: true,
    sendStored: (each: OutgoingCommand) => sent.push(each) > 0,
    sent,
  };
  return made as typeof made & Connection;
}

it('keeps the newest connection of a machine, whichever is admitted last', () => {
  const registry = createRegistry();
  const [early, same, late] = [connection(1), connection(1), connection(2)];
  expect(registry.add(early)).toBeUndefined();
  expect(registry.add(same)).toBe(early);
  expect(registry.add(late)).toBe(same);
  expect(registry.add(early)).toBe(early);
  expect(registry.find(desk)).toBe(late);
  expect(registry.ofOrganization(home)).toEqual([late]);
  expect(registry.remove(early)).toBe(false);
  expect([...registry.all()]).toEqual([late]);
  expect(registry.remove(late)).toBe(true);
  expect([registry.size(), registry.find(desk), registry.ofOrganization(home)]).toEqual([0, undefined, []]);
});

it('lists a machine in the organization of its newest connection only', () => {
  const registry = createRegistry();
  const [before, ward, after] = [connection(1), connection(1, home, 'ward' as MachineId), connection(2, other)];
  for (const each of [before, ward, after]) registry.add(each);
  expect(registry.ofOrganization(home)).toEqual([ward]);
  expect(registry.ofOrganization(other)).toEqual([after]);
  expect(registry.size()).toBe(2);
});

it('leads a command to the machine’s connection while that is the newest, in its organization, and takes commands', () => {
  const registry = createRegistry();
  const [before, after] = [connection(1), connection(2)];
  const key = { organizationId: home, machineId: desk };
  expect(registry.lineTo(key)).toBeUndefined();
  registry.add(before);
  expect(registry.lineTo({ ...key, organizationId: other })).toBeUndefined();
  const line = registry.lineTo(key);
  expect(line?.(command)).toBe(true);
  registry.add(after);
  expect(line?.(command)).toBe(false);
  expect([before.sent, after.sent]).toEqual([[command], []]);
  Object.assign(after, { takesCommands: false });
  expect(registry.lineTo(key)).toBeUndefined();
});
