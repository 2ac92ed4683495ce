import Type from 'typebox';
import { Hardware } from '../device/messages.ts';
import { MachineIdSchema } from '../ids.ts';
import { endpoint } from './endpoint.ts';
import { closed, Empty, Instant, Nothing } from './parts.ts';

const reading = {
  method: 'GET',
  params: closed({ id: MachineIdSchema }),
  query: Nothing,
  body: Empty,
  status: 200,
  errors: ['not-found', 'forbidden'],
  authentication: 'user',
  permission: 'machine.read',
  rate: 'read',
  tenant: { kind: 'machine', param: 'id' },
} as const;

export const readInventory = endpoint({
  ...reading,
  id: 'machineFacts.inventory',
  path: '/machines/{id}/inventory',
  summary: 'What a machine last said of its hardware and software; null while it has said nothing',
  reply: closed({ hardware: Type.Union([Hardware, Type.Null()]) }),
});

/** A time during which a machine was connected; `until` is null while it is. */
export const PresenceSpan = closed({ since: Instant, until: Type.Union([Instant, Type.Null()]) });
export type PresenceSpan = Type.Static<typeof PresenceSpan>;

export const readPresence = endpoint({
  ...reading,
  id: 'machineFacts.presence',
  path: '/machines/{id}/presence',
  summary: 'When a machine was connected in the last 30 days, the oldest first',
  reply: Type.Array(PresenceSpan),
});
