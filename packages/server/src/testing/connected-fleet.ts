import { tagMachine } from '@berth/contract/api/machine-actions';
import { expect } from 'vitest';
import { addMachine, createTenant, type Tenant } from './fleet.ts';
import type { MachineLink, TestMachine } from './machine.ts';
import type { TestServer } from './server.ts';

/** A connected machine that shows what it gets when the test says so. */
export interface Connected {
  readonly machine: TestMachine;
  readonly link: MachineLink;
}

export interface ConnectedFleet extends Tenant {
  readonly machines: readonly Connected[];
}

/** An organization with connected machines, the first of them tagged `pilot`. */
export async function connectFleet(server: TestServer, size: number, tagged = 0): Promise<ConnectedFleet> {
  const tenant = await createTenant(server);
  const machines = await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const machine = await addMachine(server, tenant, { name: `M${index}` });
      const sent = { params: { id: machine.id }, token: tenant.owner.token };
      if (index < tagged) await server.call(tagMachine, { ...sent, body: { tags: ['pilot'] } });
      const link = await machine.connect(server.url);
      await link.next('welcome');
      return { machine, link };
    }),
  );
  return { ...tenant, machines };
}

/** Expects that a machine was sent nothing new. */
export async function untold({ link }: Connected): Promise<void> {
  link.send({ type: 'ping' });
  while (!link.waiting.some(({ type }) => type === 'pong')) await new Promise(setImmediate);
  expect(link.waiting.filter(({ type }) => type === 'desired')).toEqual([]);
  await link.next('pong');
}

export const close = ({ machines }: ConnectedFleet) => Promise.all(machines.map(({ link }) => link.close()));
