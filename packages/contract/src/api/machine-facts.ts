import Type from 'typebox';
import { Hardware } from '../device/messages.ts';
import { endpoint } from './declare.ts';
import { closed, Instant, nullable } from './parts.ts';

export const readInventory = endpoint('GET /machines/{id}/inventory', {
  id: 'machineFacts.inventory',
  summary: 'What a machine last said of its hardware and software; null while it has said nothing',
  permission: 'machine.read',
  reply: closed({ hardware: nullable(Hardware) }),
});

/** A time during which a machine was connected; `until` is null while it is. */
export const PresenceSpan = closed({ since: Instant, until: nullable(Instant) });
export type PresenceSpan = Type.Static<typeof PresenceSpan>;

export const readPresence = endpoint('GET /machines/{id}/presence', {
  id: 'machineFacts.presence',
  summary: 'When a machine was connected in the last 30 days, the oldest first',
  permission: 'machine.read',
  reply: Type.Array(PresenceSpan),
});
